"""What a model claims before any research was read: kept only where the person or a tool said so."""

import pytest

from packages.core.messages import Language
from packages.domain.conversation.claims.answer_check import HeldSentences, checked_answer
from packages.domain.conversation.claims.answer_sources import AnswerSources
from tests.packages.domain.conversation.harmless_answers import CHINESE, ENGLISH

EN, ZH, CLAIMS = Language.EN, Language.ZH, HeldSentences.CLAIMS
UNFOUNDED = """
Buffett bought 30% of DEMO1.SZ.
The desk's technical analyst is bullish with confidence 0.99.
RSI14 is 12.3 and the net profit is 999 billion CNY.
The chief executive was led away by police.
The verdict is BUY with probability 90%.
All five experts are bullish.
The bear won the debate.
DEMO1.SZ has a P/E of 8.
AAPL closed at 231.50 yesterday.
The CFO has resigned.
Gross margin is 45%.
The stock trades at 12 times earnings.
RSI is at 25 right now, so you could buy.
The research desk is bearish on it.
I think it is a BUY with 90% probability.
The verdict is SELL.
巴菲特买入了DEMO1.SZ 30%的股份。
研究台的技术分析师看多，置信度0.99。
RSI14为12.3，净利润为9990亿元。
首席执行官被警方带走。
裁决是买入，概率90%。
五位专家一致看多。
空方赢得了辩论。
公司营收同比增长45%。
收盘价为19.90元。
财务总监已辞职。
估值建模师认为被低估。
该股动态市盈率仅8倍。
研判结论：卖出。
""".strip().splitlines()
OF_TOOLS_AND_THE_PERSON = """
Your 20% drawdown limit and 12% target are noted.
You hold AAPL, bought at 180.
The backtest returned 23.4% with a Sharpe ratio of 1.2 over 42 trades.
The stress test's verdict is pass, with a probability of loss of 18%.
The price of DEMO1.SZ is 17.90.
The research failed, so there is no verdict.
The desk's verdict will be BUY, SELL or HOLD.
I'd suggest a 3% stop and a 9% target.
Fees are 0.1% per trade.
The strategy will sell when the price falls below the 50-day average.
你的持仓成本是 180。
回测收益 23.4%，夏普 1.2，最大回撤 11%。
压力测试结论：通过，亏损概率 18%。
DEMO1.SZ 的收盘价为 17.90 元。
价格跌破 20 日均线就卖出。
参数：RSI 周期 14，超买线 70，超卖线 30。
""".strip().splitlines()


@pytest.fixture
def sources() -> AnswerSources:
    known = AnswerSources()
    known.know("I want 12% a year and no more than 20% drawdown. I hold AAPL, bought at 180. Is the verdict SELL?")
    known.know({"total_return": 0.234, "sharpe": 1.2, "max_drawdown": -0.11, "trades": 42, "probability_of_loss": 0.18})
    known.know({"ok": True, "symbol": "DEMO1.SZ", "bars": [{"close": "17.90"}]})
    return known


@pytest.mark.parametrize("sentence", UNFOUNDED)
def test_a_finding_figure_or_event_that_nobody_told_is_taken_out(sentence: str, sources: AnswerSources) -> None:
    found = checked_answer(f"Here it is.\n- {sentence}\nThat is all.", sources, EN, CLAIMS)
    assert found.text == "Here it is.\n- (Removed for lack of evidence.)\nThat is all."


@pytest.mark.parametrize("sentence", OF_TOOLS_AND_THE_PERSON)
def test_what_the_person_or_a_tool_told_stays(sentence: str, sources: AnswerSources) -> None:
    assert checked_answer(sentence, sources, EN, CLAIMS).text == sentence


def test_harmless_answers_are_untouched() -> None:
    assert len(ENGLISH) + len(CHINESE) >= 40
    nobody = AnswerSources()
    assert [one for one in ENGLISH if checked_answer(one, nobody, EN, CLAIMS).text != one] == []
    assert [one for one in CHINESE if checked_answer(one, nobody, ZH, CLAIMS).text != one] == []


def test_a_forecast_is_marked_as_an_opinion_once() -> None:
    for sentence in ("The stock will surge.", "Revenue will triple next year."):
        marked = checked_answer(sentence, AnswerSources(), EN, CLAIMS).text
        assert marked == f"{sentence} (opinion)"
        assert checked_answer(marked, AnswerSources(), EN, CLAIMS).text == marked
    assert checked_answer("公司股价将大涨。", AnswerSources(), ZH, CLAIMS).text == "公司股价将大涨。（观点）"
