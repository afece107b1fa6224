"""A strategy with several instruments is run again on histories of all of them."""

from dataclasses import astuple, replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from packages.domain.backtest.engine import Compiled, backtest, compile_strategy
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import World
from packages.domain.stress.monte_carlo.simulate import monte_carlo
from packages.domain.stress.worlds.observed import OneInstrumentOnly
from packages.domain.stress.worlds.portfolio import fit_portfolio
from tests.packages.domain.stress.worlds.test_portfolio import BARS, PANEL, without

TERMS = Terms(cash=Decimal(10_000), costs=Costs(commission_rate=0.0005))
GAPPED = without(PANEL, 1, slice(200, 230))
PATHS, SEED = 120, 5


def basket(tickers: tuple[str, ...] = PANEL.tickers) -> Compiled:
    """Two of three, the strongest first."""
    fast, slow = {"ref": "fast"}, {"ref": "slow"}
    told: Any = {
        "dsl_version": "1.0.0",
        "strategy": {"name": "A basket"},
        "universe": {
            "market": "us_stocks",
            "tickers": list(tickers),
            "max_positions": 2,
            "ranking": {"by": {"ref": "strength"}},
        },
        "timeframe": "1d",
        "factors": {
            "fast": {"type": "ema", "params": {"period": 4}},
            "slow": {"type": "ema", "params": {"period": 12}},
            "strength": {"type": "roc", "params": {"period": 20}},
        },
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cmp": {"left": fast, "op": "gt", "right": slow}},
                    "order": {"type": "market"},
                },
                "exits": [
                    {"type": "signal_exit", "condition": {"cmp": {"left": fast, "op": "lt", "right": slow}}},
                ],
                "position_sizing": {"mode": "pct_equity", "pct": 0.5},
            }
        },
    }
    return compile_strategy(Validator(CATALOGUE).document(told).require(), CATALOGUE)


COMPILED = basket()


def test_the_finding_is_what_a_plain_loop_over_the_histories_finds() -> None:
    finding = monte_carlo(COMPILED, GAPPED, TERMS, World.BLOCK_BOOTSTRAP, paths=PATHS, seed=SEED, ruin_level=0.9)
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, GAPPED)
    outcomes = [backtest(COMPILED, world.path(source), TERMS) for source in world.sources(SEED, 0, PATHS, len(GAPPED))]
    figures = [outcome.figures for outcome in outcomes]
    assert finding.fitted["instruments"] == 3
    assert finding.total_return.value == pytest.approx(np.median([each.total_return for each in figures]))
    assert finding.bad_drawdown.value == pytest.approx(np.quantile([each.max_drawdown for each in figures], 0.05))
    assert finding.sharpe.value == pytest.approx(np.median([each.sharpe for each in figures]))
    assert finding.ruin.value == np.mean([min(outcome.equity) <= 9_000 for outcome in outcomes])
    assert finding.traded_share == 1.0
    fan = np.percentile([outcome.equity[list(finding.fan_bars)] for outcome in outcomes], [5, 25, 50, 75, 95], axis=0)
    assert finding.fan == pytest.approx(fan)


def test_the_same_seed_gives_the_same_bytes_for_any_number_of_workers() -> None:
    one, three = (
        monte_carlo(COMPILED, GAPPED, TERMS, World.BLOCK_BOOTSTRAP, paths=400, seed=SEED, workers=workers)
        for workers in (1, 3)
    )
    assert one.fan.tobytes() == three.fan.tobytes()
    assert astuple(replace(one, fan=np.empty(0)))[:-1] == astuple(replace(three, fan=np.empty(0)))[:-1]


def test_a_shorter_horizon_and_a_later_start_are_kept_to() -> None:
    finding = monte_carlo(COMPILED, GAPPED, TERMS, World.BLOCK_BOOTSTRAP, paths=PATHS, horizon=100, trade_from=BARS + 1)
    assert finding.fan_bars[-1] == 99
    assert finding.traded_share == 0


def test_worlds_of_one_instrument_are_refused_with_a_sentence() -> None:
    with pytest.raises(OneInstrumentOnly, match=r"\.$"):
        monte_carlo(COMPILED, GAPPED, TERMS, World.GARCH, paths=PATHS)
