"""Trades in another order: the same end, another way there."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.positions import positions_of
from packages.domain.backtest.trade_rows import EXIT_BAR, TradeColumns
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.findings import World
from packages.domain.stress.monte_carlo.trade_shuffle import (
    FEWEST_TRADES,
    TooFewTrades,
    position_returns,
    trade_shuffle,
)
from tests.packages.domain.stress.monte_carlo.test_simulate import COMPILED, PANEL, TERMS
from tests.reference.scaled_strategies import scaled_run

OUTCOME = backtest(COMPILED, PANEL, TERMS)
RETURNS = position_returns(positions_of(OUTCOME), OUTCOME, 10_000.0)


def test_the_returns_of_trades_compound_to_the_equity_after_the_last_exit() -> None:
    last = int(OUTCOME.trades.raw[-1, EXIT_BAR])
    assert len(RETURNS) > 10
    assert 10_000 * np.prod(1 + RETURNS) == pytest.approx(OUTCOME.cash[last])


def test_every_order_ends_at_the_same_place_and_falls_differently() -> None:
    told = trade_shuffle(OUTCOME, PANEL, TERMS, paths=400, seed=2, ruin_level=0.9)
    end = np.prod(1 + RETURNS) - 1
    assert told.world is World.TRADE_SHUFFLE
    assert (told.total_return.low, told.total_return.high) == pytest.approx((end, end))
    assert told.bad_drawdown.value < told.drawdown.value < 0
    assert told.fan[:, -1] == pytest.approx(10_000 * (1 + end))
    assert told.fan_bars[-1] == OUTCOME.trades.raw[-1, EXIT_BAR]


def test_drawdowns_agree_with_orders_tried_by_hand() -> None:
    told = trade_shuffle(OUTCOME, PANEL, TERMS, paths=3_000, seed=2)
    rng = np.random.Generator(np.random.PCG64(99))
    depths = []
    for _ in range(3_000):
        equity = np.cumprod(np.concatenate(([1.0], 1 + rng.permutation(RETURNS))))
        depths.append(float((equity / np.maximum.accumulate(equity) - 1).min()))
    assert told.drawdown.value == pytest.approx(np.median(depths), rel=0.04)


def test_units_and_parts_are_put_into_another_order_together() -> None:
    run = scaled_run(22)
    outcome = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    positions = positions_of(outcome).closed()
    assert FEWEST_TRADES <= len(positions) < len(outcome.trades)
    told = trade_shuffle(outcome, run.panel, run.terms, paths=100)
    assert told.fitted["trades"] == len(positions)


def test_the_same_seed_gives_the_same_orders() -> None:
    one, again, other = (trade_shuffle(OUTCOME, PANEL, TERMS, paths=1_500, seed=seed).drawdown for seed in (4, 4, 5))
    assert one == again
    assert one != other


def test_a_handful_of_trades_is_refused() -> None:
    few = replace(OUTCOME, trades=TradeColumns(OUTCOME.trades.raw[:4]))
    with pytest.raises(TooFewTrades, match="4 closed trades"):
        trade_shuffle(few, PANEL, TERMS)


def test_progress_is_told() -> None:
    seen: list[int] = []
    trade_shuffle(OUTCOME, PANEL, TERMS, paths=1_200, on_progress=lambda done, _: seen.append(done))
    assert seen == [1_000, 1_200]
