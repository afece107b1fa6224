"""A breach as a sentence, in both languages: what happened, the figure, the limit and whose it is."""

from decimal import Decimal

from packages.core.messages import Language
from packages.domain.strategy.explain.speech import number
from packages.domain.trading.risk.gate import Breach
from packages.domain.trading.risk.limits import FRACTIONS, LimitName
from packages.domain.trading.risk.watch import Halt

_SHARES = FRACTIONS | {LimitName.POSITION_SHARE, LimitName.SYMBOL_EXPOSURE}
_EN = {
    LimitName.POSITION_VALUE: "The position would be worth {measured}; the most is {most}",
    LimitName.POSITION_SHARE: "The position would be worth {measured}; the most is {most} of the equity",
    LimitName.SYMBOL_EXPOSURE: "All of this symbol would be worth {measured}; the most is {most} of the equity",
    LimitName.GROSS_EXPOSURE: "All positions would be worth {measured}; the most is {most} times the equity",
    LimitName.CAPITAL: "All positions would be worth {measured}; the capital allocated is {most}",
    LimitName.DAILY_LOSS: "Today has lost {measured} of the equity; the most is {most}",
    LimitName.DRAWDOWN: "The equity is {measured} below its peak; the most is {most}",
    LimitName.ORDERS_A_MINUTE: "This would be order {measured} within a minute; the most is {most}",
    LimitName.ORDERS_AN_HOUR: "This would be order {measured} within an hour; the most is {most}",
    LimitName.ORDERS_A_DAY: "This would be order {measured} within a day; the most is {most}",
    LimitName.PRICE_COLLAR: "The price is {measured} away from the last close; the most is {most}",
    LimitName.STALE_DATA: "The last close is {measured} seconds old; the most is {most}",
    LimitName.MARKET_CLOSED: "The market is closed, and nothing is opened then",
    LimitName.NO_PRICE: "There is no close of this symbol to value the order by",
}
_ZH = {
    LimitName.POSITION_VALUE: "该持仓将值 {measured}，上限为 {most}",
    LimitName.POSITION_SHARE: "该持仓将值 {measured}，上限为净值的 {most}",
    LimitName.SYMBOL_EXPOSURE: "该标的合计将值 {measured}，上限为净值的 {most}",
    LimitName.GROSS_EXPOSURE: "全部持仓将值 {measured}，上限为净值的 {most} 倍",
    LimitName.CAPITAL: "全部持仓将值 {measured}，分配的资金为 {most}",
    LimitName.DAILY_LOSS: "今日已亏损净值的 {measured}，上限为 {most}",
    LimitName.DRAWDOWN: "净值距最高点回撤 {measured}，上限为 {most}",
    LimitName.ORDERS_A_MINUTE: "这将是一分钟内的第 {measured} 笔订单，上限为 {most} 笔",
    LimitName.ORDERS_AN_HOUR: "这将是一小时内的第 {measured} 笔订单，上限为 {most} 笔",
    LimitName.ORDERS_A_DAY: "这将是一天内的第 {measured} 笔订单，上限为 {most} 笔",
    LimitName.PRICE_COLLAR: "价格偏离最近收盘价 {measured}，上限为 {most}",
    LimitName.STALE_DATA: "最近收盘价已过去 {measured} 秒，上限为 {most} 秒",
    LimitName.MARKET_CLOSED: "市场已休市，休市时不开仓",
    LimitName.NO_PRICE: "该标的没有收盘价，无法估算订单价值",
}
_MONEY = frozenset(
    {
        LimitName.POSITION_VALUE,
        LimitName.POSITION_SHARE,
        LimitName.SYMBOL_EXPOSURE,
        LimitName.GROSS_EXPOSURE,
        LimitName.CAPITAL,
    }
)


def sentence(breach: Breach | Halt, language: Language) -> str:
    """Ends with the clause that set the limit."""
    if language is Language.ZH:
        return f"{_filled(_ZH, breach)}（依据：{breach.bound.clause}）。"
    return f"{_filled(_EN, breach)} (set by: {breach.bound.clause})."


def _filled(phrases: dict[LimitName, str], breach: Breach | Halt) -> str:
    name = breach.limit
    measured = _cents(breach.measured) if name in _MONEY else _said(name, breach.measured)
    return phrases[name].format(measured=measured, most=_said(name, breach.bound.most))


def _said(name: LimitName, value: Decimal) -> str:
    return f"{number(_cut(value * 100))}%" if name in _SHARES else number(_cut(value))


def _cents(value: Decimal) -> str:
    return f"{value:,.2f}"


def _cut(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"))
