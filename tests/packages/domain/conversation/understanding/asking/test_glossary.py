"""The glossary is whole in both languages, and people find its terms as they ask for them."""

import pytest

from packages.core.messages import Language, sentences
from packages.domain.conversation.understanding.asking.glossary import Term, all_terms, mentioned, named
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.folding import each

OWN = tuple(each for each in all_terms() if not each.is_indicator)
INDICATORS = tuple(each for each in all_terms() if each.is_indicator)


def _keys(language: Language) -> set[str]:
    return {code for code in sentences(language) if code.startswith("glossary.")}


def test_every_key_is_in_both_languages() -> None:
    assert _keys(Language.EN) == _keys(Language.ZH)
    assert len(OWN) >= 90


@pytest.mark.parametrize("language", Language)
def test_every_term_has_a_name_a_meaning_and_other_names(language: Language) -> None:
    for term in OWN:
        assert term.name(language)
        assert len(term.aliases(language)) >= 2, term.key
        assert 10 <= len(term.meaning(language)) <= 420, term.key


@pytest.mark.parametrize("language", Language)
def test_every_alias_leads_to_its_term(language: Language) -> None:
    lost = [(each.key, alias) for each in OWN for alias in each.aliases(language) if named(alias) != (each,)]
    assert lost == []


@pytest.mark.parametrize("language", Language)
def test_every_indicator_is_found_unless_the_desk_has_a_term_of_that_name(language: Language) -> None:
    taken = {alias.casefold() for each in OWN for alias in each.aliases(language)}
    lost = [
        (each.key, alias)
        for each in INDICATORS
        for alias in each.aliases(language)
        if alias.casefold() not in taken and named(alias) != (each,)
    ]
    assert lost == []


def test_an_indicator_is_told_with_its_own_description() -> None:
    rsi = Term("rsi", True)
    for language in Language:
        assert sentences(language)["indicators.rsi.description"] in rsi.meaning(language)


QUESTIONS = (
    ("what is mean reversion?", "mean_reversion"),
    ("whats mean reversion", "mean_reversion"),
    ("What does mean-reversion mean exactly?", "mean_reversion"),
    ("ok but what is mean revertion", "mean_reversion"),
    ("explain trend following to me", "trend_following"),
    ("what's a trailing stop?", "trailing_stop"),
    ("tell me about trailing stops", "trailing_stop"),
    ("what is a traling stop", "trailing_stop"),
    ("what does stop-loss mean?", "stop_loss"),
    ("what is a limit order?", "limit_order"),
    ("what are market orders?", "market_order"),
    ("what is slippage", "slippage"),
    ("what is the bid-ask spread?", "spread"),
    ("What's the Sharpe ratio?", "sharpe"),
    ("what is a sharp ratio", "sharpe"),
    ("explain the sharpe", "sharpe"),
    ("what does max drawdown mean?", "max_drawdown"),
    ("what is a draw down", "max_drawdown"),
    ("what is CAGR?", "cagr"),
    ("what does annualized return mean", "cagr"),
    ("define win rate", "win_rate"),
    ("what is profit factor", "profit_factor"),
    ("what's the sortino ratio", "sortino"),
    ("what does exposure mean here?", "exposure"),
    ("what is a backtest?", "backtest"),
    ("what does back-testing mean", "backtest"),
    ("what is the stress test?", "stress_test"),
    ("what is walk-forward?", "walk_forward"),
    ("what is the deflated Sharpe?", "deflated_sharpe"),
    ("what are Monte Carlo paths?", "monte_carlo"),
    ("what are crisis windows?", "crisis_window"),
    ("what is overfitting", "overfitting"),
    ("what does out of sample mean?", "out_of_sample"),
    ("what is block bootstrap?", "block_bootstrap"),
    ("what is GARCH?", "garch"),
    ("what is paper trading?", "paper_trading"),
    ("what does live trading mean", "live_trading"),
    ("what is a replay?", "replay"),
    ("what's the kill switch?", "kill_switch"),
    ("what is KYC?", "kyc"),
    ("what does risk tolerance mean?", "risk_tolerance"),
    ("what does capital preservation mean?", "capital_preservation"),
    ("what does no call mean?", "no_call"),
    ("what does confidence mean?", "confidence"),
    ("what is an evidence row?", "evidence"),
    ("what is a Brier score?", "brier_score"),
    ("what is RSI?", "rsi"),
    ("what's RSI(14)?", "rsi"),
    ("what is a moving average?", "sma"),
    ("what are Bollinger bands?", "bollinger"),
    ("what does ATR stand for?", "atr"),
    ("what is the MACD", "macd"),
    ("均值回归是什么意思？", "mean_reversion"),
    ("什么是均值回归", "mean_reversion"),
    ("均值回歸是什麼？", "mean_reversion"),
    ("趋势跟踪是啥", "trend_following"),
    ("什么叫移动止损", "trailing_stop"),
    ("止损是什么", "stop_loss"),
    ("限价单是什么意思", "limit_order"),
    ("解释一下滑点", "slippage"),
    ("夏普比率是什么？", "sharpe"),
    ("夏普是啥意思", "sharpe"),
    ("最大回撤怎么算的", "max_drawdown"),
    ("回撤是什么", "max_drawdown"),
    ("年化收益是什么", "cagr"),
    ("什么是胜率", "win_rate"),
    ("盈亏比是什么意思", "profit_factor"),
    ("压力测试是什么", "stress_test"),
    ("什么是回测", "backtest"),
    ("滚动检验是什么", "walk_forward"),
    ("什么是过拟合", "overfitting"),
    ("蒙特卡洛是什么东西", "monte_carlo"),
    ("危机窗口是什么意思", "crisis_window"),
    ("模拟盘是什么", "paper_trading"),
    ("实盘是什么意思", "live_trading"),
    ("风险偏好是什么意思", "risk_tolerance"),
    ("置信度是什么", "confidence"),
    ("什么叫不作判断", "no_call"),
    ("杠杆是什么", "leverage"),
    ("请问什么是做空", "short"),
    ("布林带是什么", "bollinger"),
    ("RSI是什么意思", "rsi"),
    ("均线是什么", "sma"),
    ("T+1 是什么意思", "t_plus_1"),
    ("K线是什么", "bar"),
)


@each(("question", "key"), QUESTIONS)
def test_a_question_asked_in_a_natural_way_finds_its_term(question: str, key: str) -> None:
    understood = RuleUnderstanding().read(question, AskedFields())
    assert [each.key for each in named(understood.asked_term)] == [key]


def test_two_terms_are_told_apart() -> None:
    for asked in ("limit and market order", "limit order vs market order", "限价单和市价单"):
        assert [each.key for each in named(asked)] == ["limit_order", "market_order"]


@pytest.mark.parametrize(
    ("sentence", "keys"),
    [
        ("how do you compute the win rate?", ["win_rate"]),
        ("why is my Sharpe ratio so low and the drawdown so deep?", ["sharpe", "max_drawdown"]),
        ("为什么胜率这么低", ["win_rate"]),
        ("how long does it take?", []),
        ("can we keep it short?", []),
        ("这个策略怎么样", []),
    ],
)
def test_terms_are_seen_in_a_sentence_and_everyday_words_are_not(sentence: str, keys: list[str]) -> None:
    assert [each.key for each in mentioned(sentence)] == keys


@pytest.mark.parametrize("asked", ["", "the weather", "election", "天气", "x"])
def test_what_is_no_term_is_not_found(asked: str) -> None:
    assert named(asked) == ()
