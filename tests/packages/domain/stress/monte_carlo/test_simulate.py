"""A Monte Carlo says what a plain loop over its paths says, whoever does the work."""

from dataclasses import astuple, replace
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.engine import Compiled, backtest, compile_strategy
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import BadTerms, Costs, Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import MonteCarloFinding, World
from packages.domain.stress.monte_carlo.asked import BadMonteCarlo
from packages.domain.stress.monte_carlo.simulate import monte_carlo
from packages.domain.stress.monte_carlo.summary import checkpoints, deepest_fall
from packages.domain.stress.worlds.observed import HorizonTooLong, PricesStandStill, TooFewWorldBars
from packages.domain.stress.worlds.world import fit_world
from tests.packages.domain.stress.worlds.simulated import garch_returns, panel_of, standing_still

WORLDS = [world for world in World if world is not World.TRADE_SHUFFLE]
PANEL = panel_of(garch_returns(400, 0.1, 0.85, 8) + 0.0005)
TERMS = Terms(cash=Decimal(10_000), costs=Costs(commission_rate=0.0005, slippage=0.0005))
PATHS, SEED = 120, 6


def crossing_averages() -> Compiled:
    fast, slow = {"ref": "fast"}, {"ref": "slow"}
    document = {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Crossing averages"},
        "universe": {"market": "us_stocks", "tickers": ["DEMO5"]},
        "timeframe": "1d",
        "factors": {
            "fast": {"type": "ema", "params": {"period": 4}},
            "slow": {"type": "ema", "params": {"period": 12}},
        },
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cross": {"a": fast, "op": "cross_above", "b": slow}},
                    "order": {"type": "market"},
                },
                "exits": [
                    {"type": "signal_exit", "condition": {"cross": {"a": fast, "op": "cross_below", "b": slow}}},
                    {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.05}},
                ],
                "position_sizing": {"mode": "pct_equity", "pct": 1},
            }
        },
    }
    return compile_strategy(Validator(CATALOGUE).document(document).require(), CATALOGUE)


COMPILED = crossing_averages()


def told(world: World, *, panel: Panel = PANEL, workers: int = 1, ruin_level: float = 0.8) -> MonteCarloFinding:
    return monte_carlo(COMPILED, panel, TERMS, world, paths=PATHS, seed=SEED, ruin_level=ruin_level, workers=workers)


def one_by_one(world: World, panel: Panel) -> list[Outcome]:
    drawn = fit_world(world, panel).draw(SEED, 0, PATHS, len(panel))
    outcomes = []
    for at in range(PATHS):
        row = slice(at, at + 1)
        path = replace(
            panel,
            open=drawn.open[row],
            high=drawn.high[row],
            low=drawn.low[row],
            close=drawn.close[row],
            dividend=None,
            lower_limit=None if drawn.lower_limit is None else drawn.lower_limit[row],
            upper_limit=None if drawn.upper_limit is None else drawn.upper_limit[row],
        )
        outcomes.append(backtest(COMPILED, path, TERMS))
    return outcomes


def with_limits(panel: Panel) -> Panel:
    """A percent and a half from the close before, or as far as the bar really went."""
    before = np.concatenate([panel.open[:, :1], panel.close[:, :-1]], axis=1)
    lower, upper = np.minimum(before * 0.985, panel.low), np.maximum(before * 1.015, panel.high)
    return replace(panel, lower_limit=lower, upper_limit=upper)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("panel", [PANEL, with_limits(PANEL)], ids=["free", "limits"])
def test_the_finding_is_what_a_plain_loop_over_the_paths_finds(world: World, panel: Panel) -> None:
    finding, outcomes = told(world, panel=panel), one_by_one(world, panel)
    figures = [outcome.figures for outcome in outcomes]
    assert finding.total_return.value == pytest.approx(np.median([each.total_return for each in figures]))
    assert finding.drawdown.value == pytest.approx(np.median([each.max_drawdown for each in figures]))
    assert finding.bad_drawdown.value == pytest.approx(np.quantile([each.max_drawdown for each in figures], 0.05))
    assert finding.sharpe.value == pytest.approx(np.median([each.sharpe for each in figures]))
    assert finding.loss_share.value == pytest.approx(np.mean([each.total_return < 0 for each in figures]))
    assert finding.ruin.value == np.mean([min(outcome.equity) <= 8_000 for outcome in outcomes])
    assert finding.never_recovered.value == np.mean([o.equity[-1] < max(o.equity) for o in outcomes])
    assert finding.traded_share == np.mean([len(outcome.trades) > 0 for outcome in outcomes])
    times = [time for time in (_recovery(outcome.equity.tolist()) for outcome in outcomes) if time is not None]
    assert finding.recovery_bars is not None
    assert finding.recovery_bars.value == np.median(times)
    fan = np.percentile([outcome.equity[list(finding.fan_bars)] for outcome in outcomes], [5, 25, 50, 75, 95], axis=0)
    assert finding.fan == pytest.approx(fan)


def _recovery(equity: list[float]) -> int | None:
    """Read off bar by bar: from the last close at the peak before the deepest fall to the first one back at it."""
    peak, peak_bar, deepest, of_deepest = equity[0], 0, 0.0, (equity[0], 0, 0)
    for bar, value in enumerate(equity):
        if value >= peak:
            peak, peak_bar = value, bar
        if value / peak - 1 < deepest:
            deepest, of_deepest = value / peak - 1, (peak, peak_bar, bar)
    top, left, trough = of_deepest
    back = [bar for bar in range(trough + 1, len(equity)) if equity[bar] >= top]
    return back[0] - left if deepest < 0 and back else None


@pytest.mark.parametrize("world", WORLDS)
def test_the_same_seed_gives_the_same_bytes_for_any_number_of_workers(world: World) -> None:
    one, three = (
        monte_carlo(COMPILED, PANEL, TERMS, world, paths=500, seed=SEED, ruin_level=0.8, workers=workers)
        for workers in (1, 3)
    )
    assert one.fan.tobytes() == three.fan.tobytes()
    assert astuple(replace(one, fan=np.empty(0)))[:-1] == astuple(replace(three, fan=np.empty(0)))[:-1]


def test_another_seed_gives_other_paths() -> None:
    one, other = (
        monte_carlo(COMPILED, PANEL, TERMS, World.GARCH, paths=PATHS, seed=seed).total_return for seed in (1, 2)
    )
    assert one != other


def test_ruin_is_counted_even_when_the_path_recovers() -> None:
    outcomes = one_by_one(World.BLOCK_BOOTSTRAP, PANEL)
    level = 0.97
    touched = [min(outcome.equity) <= level * 10_000 for outcome in outcomes]
    at_the_end = [outcome.equity[-1] <= level * 10_000 for outcome in outcomes]
    assert sum(touched) > sum(at_the_end)
    assert told(World.BLOCK_BOOTSTRAP, ruin_level=level).ruin.value == np.mean(touched)


def test_a_fall_is_read_from_the_last_bar_at_the_peak() -> None:
    equity = np.array(
        [[100, 110, 110, 99, 105, 110, 120, 119], [100, 90, 95, 99, 98, 97, 96, 95], [5, 5, 5, 6, 6, 6, 6, 7]]
    )
    fall = deepest_fall(equity.astype(np.float64), np.arange(8) * 10)
    assert fall.depth == pytest.approx([-0.1, -0.1, 0.0])
    assert fall.recovery_bars == pytest.approx([30, np.nan, np.nan], nan_ok=True)


def test_the_fan_has_about_sixty_checkpoints_from_the_first_bar_to_the_last() -> None:
    assert checkpoints(3).tolist() == [0, 1, 2]
    long = checkpoints(2520)
    assert (len(long), long[0], long[-1]) == (60, 0, 2519)
    finding = told(World.BLOCK_BOOTSTRAP)
    assert finding.fan.shape == (5, 60)
    assert (np.diff(finding.fan, axis=0) >= 0).all()


def test_progress_is_told_and_an_error_in_it_stops_the_work() -> None:
    seen: list[tuple[int, int]] = []
    monte_carlo(
        COMPILED,
        PANEL,
        TERMS,
        World.GARCH,
        paths=300,
        workers=2,
        on_progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(128, 300), (256, 300), (300, 300)]

    class Cancelled(RuntimeError):
        pass

    calls: list[int] = []

    def cancel(done: int, total: int) -> None:
        calls.append(done)
        raise Cancelled

    with pytest.raises(Cancelled):
        monte_carlo(COMPILED, PANEL, TERMS, World.GARCH, paths=3_000, workers=2, on_progress=cancel)
    assert calls == [128]


def test_a_strategy_that_never_trades_is_told_as_such() -> None:
    panel = PANEL.until(260)
    finding = monte_carlo(COMPILED, panel, TERMS, World.BLOCK_BOOTSTRAP, paths=PATHS, trade_from=260)
    assert finding.traded_share == 0
    assert finding.total_return.value == 0
    assert finding.recovery_bars is None


def test_a_shorter_horizon_makes_shorter_paths() -> None:
    finding = monte_carlo(COMPILED, PANEL, TERMS, World.GARCH, paths=PATHS, horizon=100)
    assert finding.fan_bars[-1] == 99


def test_what_cannot_be_simulated_is_refused_with_a_sentence() -> None:
    for error, panel, asked in (
        (HorizonTooLong, PANEL, {"horizon": 402}),
        (HorizonTooLong, PANEL, {"horizon": 1}),
        (BadMonteCarlo, PANEL, {"paths": 99}),
        (BadMonteCarlo, PANEL, {"paths": 10**9}),
        (BadMonteCarlo, PANEL, {"ruin_level": 1.0}),
        (BadMonteCarlo, PANEL, {"ruin_level": -0.1}),
        (TooFewWorldBars, PANEL.until(1), {}),
        (PricesStandStill, standing_still(PANEL), {}),
    ):
        with pytest.raises(error, match=r"\.$"):
            monte_carlo(COMPILED, panel, TERMS, World.BLOCK_BOOTSTRAP, **asked)
    with pytest.raises(BadTerms):
        Terms(costs=Costs(slippage=-0.1))
