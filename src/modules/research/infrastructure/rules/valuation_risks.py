"""What could make a valuation wrong, and which methods have nothing to say."""

from collections.abc import Mapping
from datetime import timedelta

from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.technical.rules import RULES as PRICE_RULES
from src.modules.research.domain.valuation.assumptions import ValuationVerdict
from src.modules.research.infrastructure.rules.values import Values, rule

_WIDE = 2.0


def risk_factors(values: Values, *, stale: bool) -> list[str]:
    risks = [
        *_old(values, stale=stale),
        *_missing(values),
        *_loss(values),
        *_shrinking(values),
        *_disagreement(values),
        *_sensitive(values),
        *_capped(values),
        *_few(values),
    ]
    return risks or [
        values.write(
            "各方法结论一致且数据完整，主要风险在于历史倍数不再适用于将来的公司。",
            "The methods agree and nothing is missing; what remains is that past multiples need not fit the future.",
        )
    ]


def _old(values: Values, *, stale: bool) -> list[str]:
    if not stale:
        return []
    return [
        values.write(
            f"最新财报截至 {values.report_end}，距今已久，每股数据可能失真。",
            f"The newest accounts end on {values.report_end}, long ago: what a share earns and owns may have changed.",
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
            "滚动每股收益为 {eps_ttm}，公司尚未盈利，PE 与格雷厄姆数不适用，估值只能依靠净资产与营收。",
            "Trailing EPS is {eps_ttm}: the company earns nothing, PE and Graham do not apply, and the value rests on "
            "book and sales alone.",
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
    if not values.has("dcf_low", "dcf_high"):
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
    if not values.has("revenue_growth_3y", "dcf_growth", "dcf_base"):
        return []
    past, used = values.numbers("revenue_growth_3y", "dcf_growth")
    if past == used:
        return []
    zh, en, line = ("增速上限", "highest starting rate", "dcf_highest_growth")
    if past < used:
        zh, en, line = ("增速下限", "lowest starting rate", "dcf_lowest_growth")
    return [
        values.write(
            f"三年营收复合增速为 {{revenue_growth_3y}}，DCF 只按{zh} {{rule.{line}}} 计算，与历史不同。",
            f"Three-year revenue growth is {{revenue_growth_3y}}, and the DCF takes the {en} {{rule.{line}}} instead.",
        )
    ]


def _few(values: Values) -> list[str]:
    if sum(values.weight(name) for name in values.verdicts()) > rule("weight_dcf") + rule("weight_pe"):
        return []
    return [
        values.write(
            "可用的估值方法偏少，区间的代表性有限。", "Few methods have a value, so the range stands on a narrow base."
        )
    ]


_METHODS: Mapping[str, tuple[str, str]] = {
    "dcf_base": ("DCF", "The DCF"),
    "value_pe_median": ("PE 法", "A value by PE"),
    "value_pb_median": ("PB 法", "A value by PB"),
    "value_ps_median": ("PS 法", "A value by PS"),
    "graham_number": ("格雷厄姆数", "The Graham number"),
    "peg": ("PEG", "The PEG"),
}
_KINDS = (
    ("cannot be discounted", "现金流不为正，无法折现", "the cash flow is not positive"),
    ("multiple of a loss", "每股基础为负，倍数没有意义", "a multiple of a loss is no value"),
    ("needs a positive", "每股收益或每股净资产不为正", "earnings or book value are not positive"),
    ("did not grow", "利润没有增长，该指标没有意义", "profit did not grow"),
    ("from or to a loss", "利润曾为或现为亏损", "profit was or is below zero"),
    ("no positive", "当日没有为正的倍数", "there is no positive multiple of the day"),
    ("days with", "历史样本不足", "there is too little history"),
    ("cannot be compared", "财报与股价币种不同", "the reports are in another currency than the price"),
    ("neither in", "股本未知", "the number of shares is not known"),
    ("divided by", "分母不为正", "what it is divided by is not positive"),
)
_OTHERWISE = ("财报数据不足", "the reports do not tell what it needs")


def absences(values: Values) -> list[str]:
    """Each method that has no value, and why."""
    sentences = []
    for key, (zh, en) in _METHODS.items():
        absent = values.brief.absent.get(key)
        if absent is None or (key == "peg" and not values.has("pe_ttm")):
            continue
        why = next(((zh_why, en_why) for mark, zh_why, en_why in _KINDS if mark in absent.reason), _OTHERWISE)
        space = " " if zh[-1].isascii() else ""
        sentences.append(values.write(f"{zh}{space}不可用：{why[0]}。", f"{en} is not available: {why[1]}."))
    return sentences
