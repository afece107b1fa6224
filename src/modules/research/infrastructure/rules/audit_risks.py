"""What an audit warns of: figures beyond their warning lines, doubts about the data, and what is missing."""

from collections.abc import Callable, Mapping

from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.audit.collect import OTHER_CURRENCY
from src.modules.research.domain.audit.flags import RedFlag, red_flags
from src.modules.research.domain.audit.scores import AuditDimension
from src.modules.research.domain.figures import Findings
from src.modules.research.domain.points import Point, caveat, warning
from src.modules.research.infrastructure.rules.books import AuditBooks, Judged

_MOST_RISKS = 5
_RUINOUS = frozenset({"negative_equity"})
# (Chinese, English); `{0}` and `{1}` are the figures that the flag rests on, `{line}` the line that was crossed.
_FLAGS = {
    "negative_equity": (
        "归母净资产为 {0}，资不抵债：按净资产的估值与回报率都没有意义，财务得分不超过资不抵债评分上限 {line}",
        "Shareholders' equity is {0}: the company owes more than it owns, returns on equity and multiples of book mean "
        "nothing, and the score is held to the negative-equity score cap {line}",
    ),
    "doubtful_revenue": (
        "营业收入 {0}，相对上年同期超过年度倍增存疑线 {line}，数值存疑，连同由它算出的指标不参与评分；请核对数值与单位",
        "Revenue of {0} is beyond the doubtful-leap line {line} of the year before: doubtful, and not scored, nor what "
        "is worked out from it; check the figure and its unit",
    ),
    "doubtful_net_profit": (
        "净利润 {0}，相对上年同期超过年度倍增存疑线 {line}，数值存疑，连同由它算出的指标不参与评分；请核对数值与单位",
        "Net profit of {0} is beyond the doubtful-leap line {line} of the year before: doubtful, and not scored, nor "
        "what is worked out from it; check the figure and its unit",
    ),
    "doubtful_equity_parent": (
        "归母净资产 {0} 使净资产收益率高到不可信，该回报率存疑，不参与评分；请核对数值与单位",
        "Shareholders' equity of {0} makes for a return that nobody has: doubtful, and not scored; check the figure "
        "and its unit",
    ),
    "no_cash": (
        "账面盈利而经营现金净流出：滚动净利润 {0}，经营现金流 {1}",
        "Profit on paper, cash out of the door: trailing net profit is {0}, operating cash flow {1}",
    ),
    "no_free_cash": (
        "利润未能覆盖资本开支：滚动净利润 {0}，自由现金流 {1}",
        "Investment eats more than operations bring in: trailing net profit is {0}, free cash flow {1}",
    ),
    "receivables_outrun": (
        "应收账款同比 {0}，快于营收同比 {1}，差距超过增速背离线 {line}，回款或收入确认需要核实",
        "Receivables growth is {0} against revenue growth of {1}, a gap beyond the growth-gap alert line {line}: check "
        "collection and revenue recognition",
    ),
    "inventory_outrun": (
        "存货同比 {0}，快于营收同比 {1}，差距超过增速背离线 {line}，留意滞销与跌价",
        "Inventory growth is {0} against revenue growth of {1}, a gap beyond the growth-gap alert line {line}: watch "
        "for write-downs",
    ),
    "accruals": (
        "应计比率 {0}，高于应计预警线 {line}，利润缺少现金支持",
        "The accruals ratio is {0}, above the accruals alert line {line}: profit lacks cash behind it",
    ),
    "interest_cover": (
        "利息保障倍数 {0}，低于利息预警线 {line}，利润勉强覆盖利息",
        "Interest cover is {0}, below the interest alert line {line}: profit barely pays the interest",
    ),
    "cash_to_short_debt": (
        "现金短债比 {0}，低于短债覆盖线 {line}，一年内到期的债务要靠再融资",
        "Cash to short-term debt is {0}, below the short-debt cover line {line}: what falls due this year "
        "needs refinancing",
    ),
    "net_debt_to_equity": (
        "净负债权益比 {0}，高于净负债预警线 {line}",
        "Net debt to equity is {0}, above the gearing alert line {line}",
    ),
    "goodwill_to_equity": (
        "商誉净资产比 {0}，高于商誉预警线 {line}，并购标的一旦不达标就要减值",
        "Goodwill to equity is {0}, above the goodwill alert line {line}: a purchase that falls short means a "
        "write-down",
    ),
    "non_operating_share": (
        "非经营利润占比 {0}，高于非经营利润预警线 {line}，主业之外的收益难以持续",
        "The non-operating share of profit is {0}, above the non-operating alert line {line}: it may not come again",
    ),
    "combined_ratio": (
        "综合成本率 {0}，高于承保盈亏线 {line}，承保亏损",
        "The combined ratio is {0}, above the underwriting break-even line {line}: underwriting makes a loss",
    ),
    "provision_burden": (
        "拨备占营收比 {0}，高于拨备预警线 {line}，资产质量正在吞噬收入",
        "Provisions to revenue are {0}, above the provisions alert line {line}: bad loans eat the revenue",
    ),
}  # fmt: skip
_ITEMS = {
    "equity_parent": ("资产负债表·归母权益", "balance sheet, equity of the parent"),
    "revenue": ("利润表·营业收入", "income statement, revenue"),
    "net_profit": ("利润表·净利润", "income statement, net profit"),
    "operating_cash_flow": ("现金流量表·经营活动现金流净额", "cash flow statement, operating cash flow"),
    "capex": ("现金流量表·资本开支", "cash flow statement, capital expenditure"),
    "receivables": ("资产负债表·应收账款", "balance sheet, receivables"),
    "inventory": ("资产负债表·存货", "balance sheet, inventory"),
    "interest_expense": ("利润表·利息费用", "income statement, interest expense"),
    "short_debt": ("资产负债表·短期借款", "balance sheet, short-term debt"),
    "total_liabilities": ("资产负债表·有息负债", "balance sheet, interest-bearing debt"),
    "goodwill": ("资产负债表·商誉", "balance sheet, goodwill"),
    "operating_profit": ("利润表·营业利润与利润总额", "income statement, operating profit and profit before tax"),
    "claims": ("利润表·赔付支出", "income statement, claims"),
    "provision_for_losses": ("利润表·信用减值损失", "income statement, provision for losses"),
}


def flag_sentence(books: AuditBooks, flag: RedFlag) -> str:
    """What is wrong, and which line of the statements it rests on."""
    holes = {str(place): f"{{{name}@{books.end}}}" for place, name in enumerate(flag.figures)}
    holes["0"] = f"{{{flag.figures[0]}@{books.end}~rule.{flag.rule}}}" if flag.rule else holes["0"]
    zh, en = (_filled(text, {**holes, "line": f"{{rule.{flag.rule}}}"}) for text in _FLAGS[flag.name])
    line_zh, line_en = _ITEMS[flag.item]
    return books.write(f"{zh}（{line_zh}）。", f"{en} ({line_en}).")


def _filled(text: str, holes: Mapping[str, str]) -> str:
    for name, hole in holes.items():
        text = text.replace(f"{{{name}}}", hole)
    return text


def flags_in(books: AuditBooks) -> list[RedFlag]:
    findings: Findings = {**books.brief.figures, **books.brief.absent}
    latest = {finding.name: finding for key, finding in findings.items() if key == f"{finding.name}@{books.end}"}
    return red_flags(latest)


def flag_sentences(books: AuditBooks) -> list[str]:
    return [flag_sentence(books, flag) for flag in flags_in(books)]


def risks(books: AuditBooks) -> list[Point]:
    """Red flags, then figures beyond their warning lines, the weightiest first; at least the weakest of all."""
    raised = flags_in(books)
    flagged = {name for flag in raised for name in flag.figures[:1]}
    judged = sorted((one for one in books.judged() if not _said_twice(books, one)), key=_harm(books), reverse=True)
    weak = [one for one in judged if books.is_weak(one) and one.name not in flagged]
    risks = [warning(flag_sentence(books, flag), ruin=flag.name in _RUINOUS) for flag in raised]
    risks += [warning(books.sentence(one), ruin=books.is_loss(one)) for one in weak]
    if risks:
        return risks[:_MOST_RISKS]
    short = [one for one in judged if not books.is_good(one)]
    if not short:
        said = books.write(
            "参与评分的指标都达到优良线；其余风险在财报之外，或在尚未披露的科目里。",
            "Every figure that is scored meets its good line; what remains lies outside the reports, or in lines "
            "that they do not give.",
        )
        return [caveat(said)]
    sentence = books.sentence(min(short, key=lambda one: one.points))
    weakest = books.write(
        f"没有指标触及警戒线，相对薄弱的一项：{sentence}",
        f"Nothing is beyond its warning line; the weakest: {sentence}",
    )
    return [warning(weakest)]


def _said_twice(books: AuditBooks, judged: Judged) -> bool:
    """Where reports run over a quarter, the quarter's growth is the report's."""
    if judged.name != "revenue_quarter_yoy":
        return False
    quarter, report = books.figure(judged.name), books.figure("revenue_yoy")
    return quarter is not None and report is not None and quarter.value == report.value


def _harm(books: AuditBooks) -> Callable[[Judged], float]:
    return lambda one: float(books.weights[one.dimension] * one.criterion.weight * (100 - one.points))


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
    sentences += _other_currency(books)
    sentences += _not_like_others(books)
    kind = books.brief.kind.called()
    article = "an" if kind[1][0] in "aeio" else "a"
    sentences.append(
        books.write(
            f"公司按{kind[0]}的口径评分，门槛为本机构内部判断。",
            f"The company is scored as {article} {kind[1]}; the lines are this desk's own judgement.",
        )
    )
    return sentences


def _other_currency(books: AuditBooks) -> list[str]:
    absent = books.brief.absent.get(f"{OTHER_CURRENCY}@{books.end}")
    if absent is None:
        return []
    named = absent.why.units
    return [
        books.write(
            f"部分报告期的数据以 {'、'.join(named)} 计，与最新报告币种不同，未作比较；若单位有误，请改正后重新导入。",
            f"Some periods are in {', '.join(named)}, not in the currency of the newest report, and are not compared; "
            "if a unit is wrong, correct it and import again.",
        )
    ]


def _not_like_others(books: AuditBooks) -> list[str]:
    """A bank's debt ratio is there and earns no points."""
    if books.brief.kind.is_financial or books.figure("debt_ratio") is None:
        return []
    if any(one.name == "debt_ratio" for one in books.judged()) or not any(
        one.figure == "debt_ratio" for one in books.criteria[AuditDimension.SOLVENCY]
    ):
        return []
    return [
        books.write(
            "资产负债表不区分流动项目（如银行），资产负债率与现金流不参与评分。",
            "The balance sheet tells no current items, as with banks, so debt and cash flow earn no points.",
        )
    ]
