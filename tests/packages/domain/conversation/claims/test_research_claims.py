"""What a model tells of research that was read: it agrees with the run's own result, or it is taken out."""

import pytest

from packages.core.messages import Language
from packages.domain.conversation.claims.answer_check import checked_answer
from packages.domain.conversation.claims.answer_sources import AnswerSources

EN, ZH = Language.EN, Language.ZH
VERDICT = {
    "ok": True,
    "symbol": "DEMO1.SZ",
    "action": "BUY",
    "probability": 0.9,
    "confidence": 0.7,
    "time_horizon": 60,
    "benchmark": "000300.SH",
    "base_close": "17.90",
    "reasoning": "现价17.90高于MA20的17.43，RSI14为56.8。",
}
SIGNALS = {
    "technical_analyst": "BULLISH",
    "financial_auditor": "STRONG_BULLISH",
    "valuation_modeler": "Overvalued",
    "macro_intelligence": "Favorable",
    "catalyst_detective": "Neutral",
}
REPORT = {"symbol": "DEMO1.SZ", "experts": [{"expert": one, "signal": signal} for one, signal in SIGNALS.items()]}
DEBATE = {"symbol": "DEMO1.SZ", "direction": "BULLISH", "bull": {"thesis": ""}, "bear": {"thesis": ""}}
FALSE = """
The desk's verdict is SELL.
The verdict is not BUY.
The technical analyst is bearish.
The valuation modeler says undervalued.
For AAPL the desk says BUY with probability 90%.
RSI14 of AAPL is 56.8.
The price, 17.90, is below MA20 of 17.43.
RSI14 is 56.8, so it is deeply oversold.
The probability of a loss is 90%.
All five experts agree that the company will go bankrupt.
Four of the five experts are bullish.
The debate was won by the bear.
The debate ended bearish.
研究台的裁决是卖出。
裁决不是买入。
技术分析师看空。
估值建模师认为低估。
五位专家一致看多。
空方赢得了辩论。
现价17.90低于MA20的17.43。
RSI14为56.8，已经超卖。
亏损概率为90%。
""".strip().splitlines()
TRUE = """
The desk's verdict is BUY.
The verdict is BUY, not SELL.
The technical analyst is bullish, the valuation modeler says overvalued.
The catalyst detective is neutral.
For DEMO1.SZ the desk says BUY with probability 90%.
BUY at 90% against 000300.SH over 60 days.
RSI14 of DEMO1.SZ is 56.8.
The price, 17.90, is above MA20 of 17.43.
RSI14 is 56.8, so it is neutral.
The probability of a gain is 90%.
The probability of a loss is 10%.
Three of the five experts are bullish.
The debate was won by the bull.
研究台的裁决是买入。
裁决是买入，而非卖出。
技术分析师看多。
估值建模师认为高估。
五位专家中有三位看多。
多方赢得了辩论。
现价17.90高于MA20的17.43。
RSI14为56.8，属于中性。
亏损概率为10%。
""".strip().splitlines()


@pytest.fixture
def sources() -> AnswerSources:
    known = AnswerSources()
    for result in (VERDICT, REPORT, DEBATE):
        known.know_research(result)
    known.know("Compare DEMO1.SZ with AAPL, please.")
    return known


@pytest.mark.parametrize("sentence", FALSE)
def test_what_contradicts_the_run_is_taken_out(sentence: str, sources: AnswerSources) -> None:
    assert checked_answer(sentence, sources, EN).text == "(Removed for lack of evidence.)"


@pytest.mark.parametrize("sentence", TRUE)
def test_what_agrees_with_the_run_stays(sentence: str, sources: AnswerSources) -> None:
    assert checked_answer(sentence, sources, EN).text == sentence


def test_what_cannot_be_checked_is_marked_as_an_opinion(sources: AnswerSources) -> None:
    assert checked_answer("Revenue will triple next year.", sources, EN).text.endswith("year. (opinion)")
    assert checked_answer("营收明年将大幅增长。", sources, ZH).text == "营收明年将大幅增长。（观点）"
