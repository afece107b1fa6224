"""Which measured figures are asked for, in words and by name."""

import pytest

from packages.domain.conversation.understanding.lexicon.figure_words import figures_asked, names_a_figure


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("how many trades did it make?", "few_trades"),
        ("交易了多少笔？", "few_trades"),
        ("what was the win rate", "win_rate"),
        ("胜率多少", "win_rate"),
        ("how much did it make?", "total_return"),
        ("赚了多少", "total_return"),
        ("sharpe?", "sharpe"),
        ("夏普是多少", "sharpe"),
        ("worst fall?", "max_drawdown"),
        ("最大回撤多少？", "max_drawdown"),
        ("profit factor", "profit_factor"),
        ("盈亏比呢", "profit_factor"),
        ("how much did it pay in fees?", "trading_costs"),
        ("手续费花了多少", "trading_costs"),
        ("年化多少", "cagr"),
    ],
)
def test_a_figure_is_asked_for_in_words(question: str, key: str) -> None:
    assert key in figures_asked(question)


@pytest.mark.parametrize(
    "question",
    [
        *("what is a Sharpe ratio?", "what does profit factor mean?", "什么是夏普", "盈亏比是什么意思"),
        *("why so few trades?", "为什么交易这么少", "when was the worst fall?", "最大回撤是什么时候"),
        *("how much can I lose?", "最多会亏多少", "run the backtest", "make the stop 5%"),
    ],
)
def test_meanings_reasons_days_and_limits_are_no_figures(question: str) -> None:
    assert figures_asked(question) == ()


@pytest.mark.parametrize("text", ["profit factor", "the win rate please", "胜率", "夏普和最大回撤"])
def test_a_mere_name_asks_for_the_figure(text: str) -> None:
    assert names_a_figure(text)


@pytest.mark.parametrize(
    "text", ["lower volatility please", "波动率策略", "fees are too high", "I want a high return", "最大回撤不超过20%"]
)
def test_a_name_among_other_words_asks_for_nothing(text: str) -> None:
    assert not names_a_figure(text)
