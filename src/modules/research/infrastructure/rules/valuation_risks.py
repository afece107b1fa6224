"""What could make a valuation wrong, and which methods have nothing to say."""

from datetime import timedelta

from packages.core.messages import render
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.points import Point, warning
from src.modules.research.domain.technical.rules import RULES as PRICE_RULES
from src.modules.research.domain.valuation.absences import why_absent
from src.modules.research.domain.valuation.assumptions import METHODS, ValuationVerdict
from src.modules.research.domain.valuation.names import METHOD_NAMES
from src.modules.research.infrastructure.rules.values import Values, listed_methods, rule

_WIDE = 2.0
_NARROW = 0.6  # of the weight of all methods of the kind


def risk_factors(values: Values, *, stale: bool) -> list[Point]:
    losing = [warning(text, ruin=True) for text in _loss(values)]
    doubts = [*(_gap_in_reports(values) or _old(values, stale=stale)), *_missing(values)]
    others = [
        *_shrinking(values),
        *_disagreement(values),
        *_sensitive(values),
        *_capped(values),
        *_few(values),
    ]
    return [*map(warning, doubts), *losing, *map(warning, others)] or [warning(what_remains(values))]


def what_remains(values: Values) -> str:
    """Only what the methods' own verdicts and absences bear out."""
    verdicts = values.verdicts()
    absent = [method.name for method in METHODS[values.kind] if method.name not in verdicts]
    zh, en = "各方法结论一致", "The methods agree"
    if len(set(verdicts.values())) > 1:
        zh, en = "各方法结论并不一致", "The methods do not all say the same"
    if absent:
        zh_names, en_names = listed_methods(tuple(absent))
        zh, en = f"{zh}，{zh_names}没有结果", f"{en}, and {en_names} gave no usable value"
    elif len(set(verdicts.values())) == 1:
        zh, en = f"{zh}且都有结果", f"{en} and all of them have a value"
    return values.write(
        f"{zh}；其余风险在于历史倍数不再适用于将来的公司。",
        f"{en}; what remains is that past multiples need not fit the future.",
    )


def _old(values: Values, *, stale: bool) -> list[str]:
    if not stale:
        return []
    return [
        values.write(
            f"最新财报截至 {values.report_end}，距今已久，每股数据可能失真。",
            f"The newest accounts end on {values.report_end}, long ago: what a share earns and owns may have changed.",
        )
    ]


def _gap_in_reports(values: Values) -> list[str]:
    """Earnings of older months than the balance: a report between them is not stored."""
    if not values.has("eps_ttm", "book_value_per_share"):
        return []
    flow, balance = (values.brief.figures[key].ends for key in ("eps_ttm", "book_value_per_share"))
    if flow >= balance:
        return []
    return [
        values.write(
            f"最近一份财报到 {balance}，但中间缺了一份，利润只能算到 {flow} 止的十二个月；补齐缺失的财报后再看倍数。",
            f"The newest filing runs to {balance}, but one before it is missing, so earnings are those of the twelve "
            f"months to {flow}: import the missing filing before relying on the multiples.",
        )
    ]


def _missing(values: Values) -> list[str]:
    day = values.brief.figures["price"].ends
    today = local_day(values.brief.company.symbol.market, values.brief.as_of)
    if today - day <= timedelta(days=float(PRICE_RULES["stale_days"].value)):
        return []
    return [
        values.write(
            f"最近一笔行情是 {day}，此后的行情缺失，现价并非今日可成交的价格。",
            f"The last stored price is of {day}: the days since are missing, and the price is not one of today.",
        )
    ]


def _loss(values: Values) -> list[str]:
    if not values.has("eps_ttm") or values.numbers("eps_ttm")[0] > 0:
        return []
    return [
        values.write(
            "滚动每股收益为 {eps_ttm}，公司仍在亏损，PE 不适用，估值只能靠净资产与营收。",
            "Trailing EPS is {eps_ttm}: the company loses money, PE does not apply, and the value rests on book and "
            "sales alone.",
        )
    ]


def _shrinking(values: Values) -> list[str]:
    if not values.has("profit_growth_1y") or values.numbers("profit_growth_1y")[0] >= 0:
        return []
    return [
        values.write(
            "一年利润增速为 {profit_growth_1y}，以滚动利润计算的倍数会低估真实估值水平。",
            "One-year profit growth is {profit_growth_1y}: multiples of trailing profit flatter a company whose profit "
            "shrinks.",
        )
    ]


def _disagreement(values: Values) -> list[str]:
    verdicts = set(values.verdicts().values())
    if not {ValuationVerdict.UNDERVALUED, ValuationVerdict.OVERVALUED} <= verdicts:
        return []
    return [
        values.write(
            "各方法结论相反，既有低估也有高估，综合估值对权重十分敏感。",
            "Some methods call it cheap and others dear, so the whole depends much on the weights.",
        )
    ]


def _sensitive(values: Values) -> list[str]:
    if "dcf" not in values.points:
        return []
    low, high = values.numbers("dcf_low", "dcf_high")
    if high < _WIDE * low:
        return []
    return [
        values.write(
            "DCF 对假设敏感：DCF 悲观值 {dcf_low}（悲观折现率 {rule.dcf_discount_low}），"
            "DCF 乐观值 {dcf_high}（乐观折现率 {rule.dcf_discount_high}），两者相去甚远。",
            "The DCF depends on its assumptions: DCF low case {dcf_low} (low-case discount rate "
            "{rule.dcf_discount_low}), DCF high case {dcf_high} (high-case discount rate {rule.dcf_discount_high}), "
            "far apart.",
        )
    ]


def _capped(values: Values) -> list[str]:
    """Where the bounds of growth, and not the past, set the DCF."""
    if "dcf" not in values.points or not values.has("dcf_growth"):
        return []
    (used,) = values.numbers("dcf_growth")
    bounds = {rule("dcf_highest_growth"): ("增速上限", "highest starting rate", "dcf_highest_growth")}
    bounds[rule("dcf_lowest_growth")] = ("增速下限", "lowest starting rate", "dcf_lowest_growth")
    if used not in bounds:
        return []
    zh, en, line = bounds[used]
    return [
        values.write(
            f"DCF 起始增速 {{dcf_growth}} 受{zh} {{rule.{line}}} 约束，与过去的营收增速不同。",
            f"The DCF starting rate {{dcf_growth}} is set by the {en} {{rule.{line}}}, not by past sales growth.",
        )
    ]


def _few(values: Values) -> list[str]:
    if sum(float(point.weight) for point in values.points.values()) > _NARROW:
        return []
    return [
        values.write(
            "可用的估值方法偏少，区间的代表性有限。", "Few methods have a value, so the range stands on a narrow base."
        )
    ]


def absences(values: Values) -> list[str]:
    """Each method of the kind that has no value, and why."""
    sentences = []
    for method in METHODS[values.kind]:
        absent = values.brief.absent.get(method.middle)
        if absent is None:
            continue
        zh, en = METHOD_NAMES[method.name]
        why = render(why_absent(absent.why), values.brief.language)
        space = " " if zh[-1].isascii() else ""
        name = f"{en[0].upper()}{en[1:]}"
        sentences.append(values.write(f"{zh}{space}法不可用：{why}。", f"{name} is not available: {why}."))
    return [*sentences, *_no_peers(values)]


def _no_peers(values: Values) -> list[str]:
    if "peer_pe_median" not in values.brief.absent:
        return []
    return [
        values.write(
            "同业比较不可用：已入库的同行业公司少于最少可比公司数 {rule.fewest_peers}；导入同行的财报与行情即可补上。",
            "Peers are not available: the store holds fewer than the fewest peers {rule.fewest_peers} of this "
            "industry; import their filings and prices to add them.",
        )
    ]
