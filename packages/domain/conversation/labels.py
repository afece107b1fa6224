"""What the desk calls each field and value in front of a person, in Chinese and English: a choice shows these words."""

from collections.abc import Mapping
from dataclasses import dataclass

from packages.domain.conversation.model import Language


@dataclass(frozen=True, slots=True)
class Words:
    """The same in both languages."""

    zh: str
    en: str

    def in_(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Option:
    """What a value is called, and what it means."""

    label: Words
    subtitle: Words


def _option(zh: str, en: str, zh_subtitle: str, en_subtitle: str) -> Option:
    return Option(Words(zh, en), Words(zh_subtitle, en_subtitle))


FIELD_NAMES: Mapping[str, Words] = {
    "trading_years_bucket": Words("交易年限", "trading experience"),
    "risk_tolerance": Words("风险偏好", "risk tolerance"),
    "return_expectation": Words("收益目标", "return expectation"),
    "target_market": Words("市场", "market"),
    "target_instrument": Words("标的", "instrument"),
    "opportunity_frequency_bucket": Words("交易频率", "trading frequency"),
    "holding_period_bucket": Words("持有时间", "holding period"),
    "strategy_family_choice": Words("策略类型", "strategy family"),
    "strategy_confirmed": Words("策略确认", "confirmation of the strategy"),
    "stress_test_decision": Words("压力测试后的决定", "decision after the stress test"),
    "deployment_target": Words("部署目标", "deployment target"),
    "deployment_confirmation_status": Words("部署确认", "confirmation of the deployment"),
}

OPTIONS: Mapping[str, Mapping[str, Option]] = {
    "trading_years_bucket": {
        "years_0_1": _option("不到1年", "Less than 1 year", "刚开始，或还没有交易过", "New to trading"),
        "years_1_3": _option("1–3年", "1–3 years", "满1年，不到3年", "From 1 year on, less than 3"),
        "years_3_5": _option("3–5年", "3–5 years", "满3年，不到5年", "From 3 years on, less than 5"),
        "years_5_plus": _option("5年以上", "5 years or more", "满5年", "From 5 years on"),
    },
    "risk_tolerance": {
        "conservative": _option("保守", "Conservative", "回撤不超过15%", "A drawdown of 15% at most"),
        "moderate": _option("稳健", "Moderate", "回撤不超过25%", "A drawdown of 25% at most"),
        "aggressive": _option("激进", "Aggressive", "回撤不超过40%", "A drawdown of 40% at most"),
        "very_aggressive": _option("非常激进", "Very aggressive", "回撤不超过60%", "A drawdown of 60% at most"),
    },
    "return_expectation": {
        "capital_preservation": _option(
            "保住本金", "Capital preservation", "先不亏，再谈赚", "Not to lose comes first"
        ),
        "balanced_growth": _option("平衡增长", "Balanced growth", "收益与波动各让一步", "Some return, some calm"),
        "growth": _option("增长", "Growth", "为收益接受较大波动", "Larger swings for more return"),
        "high_growth": _option("高速增长", "High growth", "为高收益接受很大波动", "Very large swings for high return"),
    },
    "target_market": {
        "cn_stocks": _option("A股", "China A-shares", "T+1，有涨跌停，只能做多", "T+1, price limits, long only"),
        "us_stocks": _option("美股", "US stocks", "T+0，可做多做空", "Same-day trading, long and short"),
        "crypto": _option("加密货币", "Crypto", "全天候交易，波动大", "Round the clock, very volatile"),
        "forex": _option("外汇", "Forex", "货币对，工作日全天交易", "Currency pairs, round the clock on weekdays"),
        "futures": _option("期货", "Futures", "保证金交易，合约会到期", "Traded on margin, contracts expire"),
    },
    "opportunity_frequency_bucket": {
        "few_per_month": _option("每月几次", "A few times a month", "看得少，成本低", "Little to watch, low costs"),
        "few_per_week": _option(
            "每周几次", "A few times a week", "每周看几次盘", "A look at the market every few days"
        ),
        "daily": _option("每天一次", "Once a day", "每个交易日看一次", "A look every trading day"),
        "multiple_per_day": _option(
            "每天多次", "Several times a day", "盘中盯盘，成本高", "In front of the screen, high costs"
        ),
    },
    "holding_period_bucket": {
        "intraday_scalp": _option("几分钟", "Minutes", "日内超短线", "Intraday scalping"),
        "intraday": _option("当天进出", "Within the day", "不持仓过夜", "Nothing held overnight"),
        "swing_days": _option("几天", "Several days", "数日波段", "Swings of days"),
        "position_weeks_plus": _option("几周以上", "Weeks or longer", "中长线", "Positions of weeks and months"),
    },
    "strategy_family_choice": {
        "trend_continuation": _option("趋势延续", "Trend continuation", "顺着方向走", "Goes with the direction"),
        "mean_reversion": _option("均值回归", "Mean reversion", "走过头时反向做", "Goes against what went too far"),
        "volatility_regime": _option(
            "波动状态", "Volatility regime", "平静之后做突破", "Goes with the break from a calm"
        ),
    },
    "strategy_confirmed": {
        "true": _option("确认这个策略", "Confirm this strategy", "按这些规则继续", "Go on with these rules"),
        "false": _option("还要修改", "Change something", "先改规则", "Change the rules first"),
    },
    "stress_test_decision": {
        "deploy": _option("去部署", "Deploy it", "进入部署", "Go on to deployment"),
        "revise": _option("回去修改策略", "Revise the strategy", "回到策略阶段", "Back to the strategy"),
        "hold": _option("先不动", "Hold", "留在这里再看看", "Stay here and look further"),
    },
    "deployment_target": {
        "paper": _option("模拟盘", "Paper trading", "不动用真钱", "No real money"),
        "live": _option(
            "实盘", "Live trading", "真钱，需要你在页面上批准", "Real money, needs your approval in the page"
        ),
    },
    "deployment_confirmation_status": {
        "confirmed": _option("确认部署", "Confirm the deployment", "按上面的设置开始", "Begin with these settings"),
        "needs_changes": _option("还要修改", "Change something", "先不部署", "Do not deploy yet"),
    },
}


def label_of(field: str, value: str, language: Language) -> str:
    """The words of a value; a value without words of its own, such as a symbol, stands for itself."""
    option = OPTIONS.get(field, {}).get(value)
    return value if option is None else option.label.in_(language)
