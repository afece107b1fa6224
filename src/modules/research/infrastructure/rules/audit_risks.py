"""What an audit warns of: figures beyond their warning lines, doubts about the data, and what is missing."""

from collections.abc import Sequence
from itertools import groupby

from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.audit.rules import LABELS, english
from src.modules.research.domain.audit.scores import WEIGHTS
from src.modules.research.domain.figures import AbsentFigure
from src.modules.research.infrastructure.rules.books import AuditBooks, Judged, is_weak

_MOST_RISKS = 5


def risks(books: AuditBooks) -> list[str]:
    """Figures beyond their warning lines, the weightiest first; at least the weakest of all."""
    judged = sorted((one for one in books.judged() if not _said_twice(books, one)), key=_harm, reverse=True)
    weak = [one for one in judged if is_weak(one)][:_MOST_RISKS]
    risks = [books.sentence(one) for one in weak]
    risks += _profit_without_cash(books)
    if risks:
        return risks
    weakest = min(judged, key=lambda one: one.points)
    sentence = books.sentence(weakest)
    return [
        books.write(
            f"没有指标触及警戒线，相对薄弱的一项：{sentence}",
            f"Nothing is beyond its warning line; the weakest: {sentence}",
        )
    ]


def _said_twice(books: AuditBooks, judged: Judged) -> bool:
    """Where reports run over a quarter, the quarter's growth is the report's."""
    if judged.name != "revenue_quarter_yoy":
        return False
    quarter, report = books.figure(judged.name), books.figure("revenue_yoy")
    return quarter is not None and report is not None and quarter.value == report.value


def _harm(judged: Judged) -> float:
    return float(WEIGHTS[judged.dimension] * judged.criterion.weight * (100 - judged.points))


def _profit_without_cash(books: AuditBooks) -> list[str]:
    profit, flow = books.figure("net_profit_ttm"), books.figure("free_cash_flow_ttm")
    if profit is None or flow is None or profit.value <= 0 or flow.value >= 0:
        return []
    keys = f"net_profit_ttm@{books.end}", f"free_cash_flow_ttm@{books.end}"
    return [
        books.write(
            f"账面有利润而现金净流失：滚动净利润为 {{{keys[0]}}}，自由现金流为 {{{keys[1]}}}。",
            f"There is profit on paper and none in cash: trailing net profit is {{{keys[0]}}}, free cash flow "
            f"{{{keys[1]}}}.",
        )
    ]


def caveats(books: AuditBooks, *, stale: bool) -> list[str]:
    sentences = []
    today = local_day(books.brief.company.symbol.market, books.brief.as_of)
    if stale:
        sentences.append(
            books.write(
                f"最新财报截至 {books.end}，距分析日 {today} 已久，其后的变化不在评分之内。",
                f"The newest report ends on {books.end}, long before {today}: what happened since is not in the score.",
            )
        )
    if books.year_before is None:
        sentences.append(
            books.write(
                "所选报告期内没有上年同期可比，趋势判断受限。",
                "No report of the year before is among those looked at, so trends cannot be judged well.",
            )
        )
    sentences += _not_like_others(books)
    sentences.append(
        books.write(
            "门槛为本机构内部判断，各行业相同，轻重资产行业之间不宜直接比较。",
            "The lines are this desk's own judgement and the same for every industry, so compare like with like.",
        )
    )
    return sentences


def _not_like_others(books: AuditBooks) -> list[str]:
    """A bank's debt ratio is there and earns no points."""
    if books.figure("debt_ratio") is None or any(one.name == "debt_ratio" for one in books.judged()):
        return []
    return [
        books.write(
            "资产负债表不区分流动项目（如银行），资产负债率与现金流不参与评分。",
            "The balance sheet tells no current items, as with banks, so debt and cash flow earn no points.",
        )
    ]


_KINDS = (
    ("a year before", "缺少上年同期数据", "the report of the year before is not there"),
    ("made a loss", "亏损期间该比率没有意义", "the ratio says nothing of a loss"),
    ("no inventory", "公司没有存货", "the company keeps no inventory"),
    ("positive amount", "分母不为正，比率没有意义", "the ratio has no meaning over an amount that is not positive"),
    ("margin of", "营业收入不为正，没有利润率可言", "there is no revenue to take a margin of"),
    ("is not there", "财报未披露所需科目", "the reports do not tell what it needs"),
    ("need", "可用报告期不足", "too few report periods are there"),
)


def absences(books: AuditBooks) -> list[str]:
    """By reason; what has a status instead of a percentage is given where it is judged."""
    found = [(_kind(one), one) for one in books.missing() if one.status is None]
    grouped = groupby(sorted(found, key=lambda pair: pair[0]), key=lambda pair: pair[0])
    return [_absence(books, kind, [one for _, one in pairs]) for kind, pairs in grouped]


def _kind(absent: AbsentFigure) -> int:
    return next((place for place, (mark, _, _) in enumerate(_KINDS) if mark in absent.reason), len(_KINDS) - 2)


def _absence(books: AuditBooks, kind: int, absent: Sequence[AbsentFigure]) -> str:
    _, zh, en = _KINDS[kind]
    names = dict.fromkeys(one.name for one in absent)
    names_zh = "、".join(LABELS[name][0] for name in names)
    names_en = ", ".join(english(name) for name in names)
    return books.write(f"{names_zh}暂缺：{zh}。", f"{names_en[0].upper()}{names_en[1:]}: {en}.")
