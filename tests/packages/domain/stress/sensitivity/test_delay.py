"""A strategy that decides a bar late is the strategy in a market whose signals come a bar later."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.strategy.conditions import (
    All,
    BarsSince,
    Compare,
    Comparison,
    Condition,
    Constant,
    Cross,
    Crossing,
    FactorOutput,
    Flag,
    Not,
    Price,
    PriceField,
    Sequence,
    WithinBars,
)
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Side, Strategy
from packages.domain.strategy.trade import StopLoss, TimeExit
from packages.domain.stress.sensitivity.delay import delayed, late
from tests.reference.by_hand import (
    BUY,
    LEAVE,
    LEAVES,
    QUIET,
    SELL_SHORT,
    bar,
    flat,
    fraction,
    long_side,
    panel_of,
    short_side,
    signal,
    strategy_of,
    terms_of,
)

BOUGHT = signal(BUY)
VOLUME = Price(PriceField.VOLUME)
CONDITIONS: dict[str, Condition] = {
    "comparison": BOUGHT,
    "both": All((BOUGHT, Compare(VOLUME, Comparison.LT, Constant(5)))),
    "denial": Not(Compare(VOLUME, Comparison.GT, Constant(1.5))),
    "crossing": Cross(VOLUME, Crossing.BELOW, Constant(2)),
    "window": WithinBars(BOUGHT, 3),
    "memory": BarsSince(BOUGHT, Comparison.EQ, 2),
    "sequence": Sequence((BOUGHT, Compare(VOLUME, Comparison.EQ, Constant(LEAVE))), 6),
    "own past": Compare(VOLUME, Comparison.LT, Price(PriceField.VOLUME, 1)),
}


def wandering() -> Panel:
    rng = np.random.default_rng(4)
    codes = rng.choice([QUIET, QUIET, QUIET, BUY, LEAVE, SELL_SHORT], 80)
    prices = np.round(100 + np.cumsum(rng.normal(0, 1, 80)), 2)
    bars = [bar(price, price + 1, price - 1, price + 0.5, code) for price, code in zip(prices, codes, strict=True)]
    return panel_of(bars)


def signals_a_bar_later(panel: Panel) -> Panel:
    volume = np.concatenate([np.full((1, 1), np.nan), panel.volume[:, :-1]], axis=1)
    return replace(panel, volume=volume)


def same_trades(strategy: Strategy, panel: Panel) -> int:
    """How many trades the delayed strategy makes, which are those of the strategy on later signals."""
    terms = terms_of(100_000, commission_rate=0.001)
    told = backtest(compile_strategy(delayed(strategy), CATALOGUE), panel, terms, trade_from=1)
    expected = backtest(compile_strategy(strategy, CATALOGUE), signals_a_bar_later(panel), terms, trade_from=1)
    np.testing.assert_array_equal(told.equity, expected.equity)
    assert told.figures == expected.figures
    return told.figures.trades


def test_a_decision_of_one_close_is_taken_on_the_next() -> None:
    panel = panel_of(
        [flat(100, BUY), flat(101), bar(103, 103, 103, 103, LEAVE), flat(104), bar(107, 107, 107, 107), flat(108)]
    )
    outcome = backtest(compile_strategy(delayed(strategy_of(long_side())), CATALOGUE), panel, terms_of(), trade_from=1)
    [trade] = outcome.trades
    assert (trade.signal_bar, trade.entry_bar, trade.entry_price) == (1, 2, 103)
    assert (trade.decided_bar, trade.exit_bar, trade.exit_price) == (3, 4, 107)


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_kind_of_condition_comes_true_a_bar_later(name: str) -> None:
    side = long_side(LEAVES, TimeExit(5))
    entry = replace(side.entry, condition=CONDITIONS[name])
    assert same_trades(strategy_of(replace(side, entry=entry)), wandering()) > 1


def test_both_sides_and_their_exits_on_signals_are_delayed() -> None:
    assert same_trades(strategy_of(long_side(), short_side()), wandering()) > 5


def test_stops_rest_in_the_market_and_are_not_delayed() -> None:
    stop = StopLoss(fraction(0.02))
    panel = panel_of([flat(100, BUY), flat(100), bar(100, 100, 97, 97), flat(97)])
    outcome = backtest(compile_strategy(delayed(strategy_of(long_side(stop))), CATALOGUE), panel, terms_of())
    [trade] = outcome.trades
    assert (trade.entry_bar, trade.exit_bar, trade.exit_price) == (2, 2, 98)


def test_flags_and_the_ranking_are_delayed() -> None:
    assert late(Flag(FactorOutput("doji"))) == Flag(FactorOutput("doji", None, 1))
    ranking = delayed(strategy_of(long_side(), tickers=3, places=1)).universe.ranking
    assert ranking is not None
    assert ranking.by == Price(PriceField.CLOSE, 1)


def test_a_side_that_is_not_there_stays_away() -> None:
    only_short: Side = short_side()
    assert delayed(strategy_of(None, only_short)).long is None
