"""The same condition in other words is the same rule: one way of saying it for each, and others beside it."""

import json
import re

import pytest

from packages.domain.strategy.words.reading import rules_in
from tests.folding import each

pytestmark = pytest.mark.slow

# How a condition is said plainly, and other ways of saying the same.
SAME = {
    "RSI(14) is between 40 and 60": (
        "rsi within 40-60",
        "rsi from 40 to 60",
        "rsi between 40 and 60",
        "rsi in the range 40-60",
        "rsi is in the 40 to 60 range",
        "rsi somewhere between 40 and 60",
    ),
    "The close is above the 200-day SMA": (
        "the 200 day moving average is below price",
        "price on top of the 200 day moving average",
        "price is north of the 200 day moving average",
        "shares trade above their 200-day moving average",
        "price is holding above the 200 day moving average",
        "closing price is above the simple 200 day moving average",
        "the close is greater than the 200 day simple moving average",
    ),
    "The MACD line crosses above its signal line": (
        "a macd buy signal appears",
        "macd crosses to the upside",
        "macd crosses over its signal",
        "macd(12,26,9) crosses above signal",
        "macd crosses up through signal line",
        "macd crosses the signal to the upside",
        "macd line crosses the signal line from below",
    ),
    "The close is above the 20-day high": (
        "price breaks above its 20 day high",
        "price breaks out above the 20 bar high",
        "price trades above the high of the last 20 days",
        "close above the highest high of the past 20 days",
        "price exceeds the highest high of the last 20 days",
        "price breaks out of its 20 day range to the upside",
        "price is above the highest price of the previous 20 days",
    ),
    "Volume is above 1.5 times its 20-day average": (
        "volume is 50% higher than the 20 day average",
        "more than 1.5 times average volume (20 days)",
        "trading volume exceeds 1.5x the 20 day average",
        "volume is more than 1.5 times the 20 day average",
        "volume of more than 1.5 times the 20-day average",
        "volume is greater than 1.5 x the 20-day volume average",
        "volume exceeds 1.5 times the average of the last 20 days",
    ),
    "The close has fallen 3 days in a row": (
        "it drops 3 sessions in a row",
        "three back to back down days",
        "three successive lower closes",
        "it closes down 3 days in a row",
        "price falls three days in a row",
        "it closes lower for three days running",
        "the close is lower three days in a row",
    ),
    "The close has fallen by more than 8% over 5 days": (
        "five-day performance worse than -8%",
        "price is down more than 8% in 5 days",
        "it drops more than 8% over five days",
        "the 5-day rate of change is below -8",
        "it's down over 8% over the last 5 days",
        "price is more than 8% lower than 5 days ago",
        "price has dropped by more than 8% in the past 5 sessions",
    ),
    "The close is more than 20% below the 252-day high": ("price is more than 20% below its 252 day high",),
    "The close crosses above the Supertrend line": (
        "supertrend flips bullish",
        "supertrend turns bullish",
        "supertrend switches to up",
        "supertrend flips to bullish",
        "supertrend gives a buy signal",
        "supertrend flips to the upside",
        "price crosses above supertrend",
    ),
    "The close is above the previous day's high": (
        "close > yesterday's high",
        "it trades above yesterday's high",
        "price exceeds the previous day's high",
        "price closes over the high of the previous day",
    ),
    "The 50-day SMA is rising": (
        "the 50 day average is going up",
        "the 50 sma has a positive slope",
        "the 50 day moving average is rising",
        "the 50-day average is sloping upward",
        "the 50 day moving average is moving up",
        "an upward sloping 50-day moving average",
        "the slope of the 50-day sma is positive",
    ),
    "RSI(14) has been below 30 for 3 days": (
        "rsi under 30 three days running",
        "rsi is below 30 3 days in a row",
        "rsi below 30 for 3 consecutive days",
        "rsi below 30 on three straight days",
        "3 consecutive days with rsi below 30",
        "rsi has been below 30 for the last 3 days",
        "rsi has been under 30 for three days in a row",
    ),
    "RSI(14)在40到60之间": (
        "RSI位于40-60",
        "RSI在40~60区间",
        "RSI在40至60之间",
        "RSI在40和60之间",
        "RSI介于40和60之间",
        "RSI处于40-60之间",
        "RSI在40到60这个区间",
    ),
    "收盘价在200日均线上方": (
        "股价位于200日均线上方",
        "价格处于200日均线上方",
        "价格保持在200日线上方",
        "股价一直在200日线上方",
        "股价运行在200日均线上方",
        "股价在200日移动平均线上方",
        "收盘价在200日简单移动平均线上方",
    ),
    "MACD线上穿信号线": (
        "DIF金叉DEA",
        "DIFF上穿DEA",
        "MACD快线上穿慢线",
        "dif线上穿dea线",
        "MACD的DIF上穿DEA",
        "MACD线从下方穿过信号线",
        "MACD(12,26,9)金叉",
    ),
    "收盘价高于20日最高价": (
        "股价创近20日新高",
        "价格突破20日最高点",
        "价格突破近20日高点",
        "股价突破前20天的高点",
        "突破前20根K线的最高价",
        "收盘价突破过去20日最高价",
        "突破最近20个交易日的最高价",
    ),
    "成交量大于20日均量的1.5倍": (
        "量大于1.5倍20日均量",
        "量能大于20日均量1.5倍",
        "成交量超过20日均量1.5倍",
        "成交量超过近20日平均的1.5倍",
        "当日成交量大于20日均量的1.5倍",
        "成交量高于20日平均成交量的1.5倍",
    ),
    "收盘价连续3天下跌": (
        "连着跌三天",
        "连续下跌3天",
        "连续三天下跌",
        "连续三天收跌",
        "股价连跌3日",
        "连续三日收盘下跌",
        "连续3个交易日下跌",
    ),
    "收盘价5日跌幅超过8%": (
        "5日内下跌超过8%",
        "5日ROC小于-8",
        "5日涨跌幅小于-8%",
        "5日收益率低于-8%",
        "5日回报率小于-8%",
        "五个交易日跌幅超过8%",
        "最近5天累计跌幅超过8%",
    ),
    "收盘价比60日最高价低20%以上": (
        "从60日高点回撤超过20%",
        "距60日高点回落超过20%",
        "较60日最高点回撤超20%",
        "股价较60日高点下跌超过20%",
    ),
    "收盘价上穿超级趋势线": (
        "超级趋势转多",
        "超级趋势线翻多",
        "超级趋势由空转多",
        "超级趋势转为看多",
        "超级趋势发出买入信号",
        "SuperTrend翻多",
        "supertrend转为多头",
    ),
    "60日均线向上": (
        "60日均线上升",
        "60日线往上走",
        "60日均线在上升",
        "60日均线是向上的",
        "60日均线方向向上",
        "60日均线呈上升趋势",
        "60日线拐头向上的状态，也就是在上升",
    ),
    "5日均线高于10日均线，10日均线高于20日均线": (
        "MA5>MA10>MA20",
        "5日10日20日均线多头排列",
        "5、10、20日均线多头排列",
        "5/10/20日均线多头排列",
        "均线多头排列（5、10、20）",
        "MA5、MA10、MA20多头排列",
        "5日线在10日线上方，10日线在20日线上方",
    ),
    "RSI(14)连续3天小于30": (
        "RSI连着三天低于30",
        "连续3天RSI低于30",
        "RSI低于30持续3天",
        "RSI低于30维持3天",
        "RSI连续3日在30以下",
        "RSI在30以下待了3天",
        "连续三个交易日RSI小于30",
    ),
}
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_FRAMES = (
    ("Buy when {}, sell when MFI(9) > 91.", "{}时买入，MFI(9)大于91时卖出。"),
    ("If {}, buy with 20% of the account. Stop 7%, target 21%.", "如果{}，用两成仓位买，止损7%，止盈21%"),
)


def _rules(frame: tuple[str, str], said: str) -> str:
    """What a rule with the condition means, with nothing left unread."""
    read = rules_in(frame[1 if _CHINESE.search(said) else 0].format(said), default_symbol="ACME")
    assert not read.not_understood, (said, read.not_understood)
    return json.dumps(read.understood, sort_keys=True)


@each(("plain", "other"), [(plain, other) for plain, others in SAME.items() for other in others])
def test_a_condition_in_other_words_is_the_same_rule(plain: str, other: str) -> None:
    for frame in _FRAMES:
        assert _rules(frame, other) == _rules(frame, plain)


@pytest.mark.parametrize(
    "said",
    [
        "buy on a drawdown of at most 20% from the 252 day high",
        "buy when the 5 day return is not worse than -8% or so",
        "RSI超过50且之前在50以下时买入",
    ],
)
def test_what_is_said_of_a_change_and_was_not_read_is_told(said: str) -> None:
    assert rules_in(said, default_symbol="ACME").not_understood
