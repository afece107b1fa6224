"""Many runs at once give what each gives by itself."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.many import (
    BadPaths,
    Paths,
    equity_over_paths,
    equity_over_variants,
    figures_of,
    over_paths,
    sweep,
)
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.variants import vary
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.indicators.parameters import BadParameter
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_panel
from tests.effort import seeds
from tests.reference.lively_strategies import random_run

VALIDATOR = Validator(CATALOGUE)


def crossing_averages() -> Strategy:
    fast, slow = {"ref": "fast"}, {"ref": "slow"}
    document = {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Crossing averages"},
        "universe": {"market": "forex", "tickers": ["EURUSD=X"]},
        "timeframe": "1d",
        "factors": {"fast": {"type": "ema", "params": {"period": 3}}, "slow": {"type": "ema", "params": {"period": 9}}},
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cross": {"a": fast, "op": "cross_above", "b": slow}},
                    "order": {"type": "market"},
                },
                "exits": [
                    {"type": "signal_exit", "condition": {"cross": {"a": fast, "op": "cross_below", "b": slow}}},
                    {"type": "stop_loss", "stop": {"kind": "atr_multiple", "value": 2, "period": 5}},
                ],
                "position_sizing": {"mode": "vol_target", "target": 0.1, "lookback": 10, "max_leverage": 1},
            }
        },
    }
    return VALIDATOR.document(document).require()


def forex_panel(bars: int = 400) -> Panel:
    """Without gaps and without rules that belong to a bar."""
    drawn = random_panel(Random(5), Market.FOREX, Timeframe.D1, ("EURUSD=X",), bars)
    close = np.where(np.isfinite(drawn.close), drawn.close, 1.1)
    opened, high, low = (np.where(np.isfinite(part), part, close) for part in (drawn.open, drawn.high, drawn.low))
    return replace(drawn, open=opened, high=high, low=low, close=close, volume=np.ones_like(close))


def paths_of(panel: Panel, count: int) -> Paths:
    scale = np.exp(np.random.default_rng(3).normal(0, 0.01, (count, len(panel))).cumsum(axis=1))
    return Paths(*(getattr(panel, name) * scale for name in ("open", "high", "low", "close")))


def on_path(panel: Panel, paths: Paths, at: int) -> Panel:
    row = slice(at, at + 1)
    return replace(panel, open=paths.open[row], high=paths.high[row], low=paths.low[row], close=paths.close[row])


@pytest.mark.parametrize("seed", seeds(10, 40))
def test_a_variant_in_a_sweep_is_the_strategy_with_those_numbers(seed: int) -> None:
    run, rng = random_run(seed), Random(seed)
    compiled = compile_strategy(run.strategy, CATALOGUE)
    tunables = [
        each for each in tunables_of(run.strategy, CATALOGUE) if _is_used(compiled_pointers(run.strategy), each.pointer)
    ]
    chosen = rng.sample(tunables, min(3, len(tunables)))
    for _ in range(3):
        values = [rng.choice([each.minimum, each.value, each.maximum]) for each in chosen]
        document = with_values(run.strategy, {each.pointer: value for each, value in zip(chosen, values, strict=True)})
        alone = VALIDATOR.document(document)
        if alone.strategy is None:  # a combination that the language refuses
            continue
        variants = vary(compiled, [each.pointer for each in chosen], np.array([values], dtype=np.float64))
        [row] = sweep(compiled, run.panel, run.terms, variants)
        expected = backtest(compile_strategy(alone.strategy, CATALOGUE), run.panel, run.terms).figures
        assert figures_of(row) == expected, f"seed {seed}: {document}"


def compiled_pointers(strategy: Strategy) -> set[str]:
    """What leads to a number that is used; a factor may be named by nothing."""
    compiled = compile_strategy(strategy, CATALOGUE)
    return {*compiled.number_places, *compiled.period_slots, *(f"/factors/{name}/" for name in compiled.factor_slots)}


def _is_used(pointers: set[str], pointer: str) -> bool:
    return pointer in pointers or any(pointer.startswith(each) for each in pointers if each.endswith("/"))


def test_neither_the_number_of_workers_nor_the_order_changes_a_byte() -> None:
    strategy, panel = crossing_averages(), forex_panel()
    compiled = compile_strategy(strategy, CATALOGUE)
    grid = np.array([(fast, slow) for fast in range(2, 20) for slow in range(21, 40)], dtype=np.float64)
    pointers = ["/factors/fast/params/period", "/factors/slow/params/period"]
    one = sweep(compiled, panel, Terms(), vary(compiled, pointers, grid), workers=1)
    assert one.tobytes() == sweep(compiled, panel, Terms(), vary(compiled, pointers, grid), workers=4).tobytes()
    assert one[::-1].tobytes() == sweep(compiled, panel, Terms(), vary(compiled, pointers, grid[::-1])).tobytes()
    assert len({row.tobytes() for row in one}) > 100


def test_the_equity_of_a_variant_in_a_sweep_is_that_of_its_own_backtest() -> None:
    strategy, panel = crossing_averages(), forex_panel()
    compiled = compile_strategy(strategy, CATALOGUE)
    pointers = ["/factors/fast/params/period", "/factors/slow/params/period"]
    grid = np.array([(fast, 9 + fast) for fast in range(2, 300)], dtype=np.float64)  # more than are run at once
    runs = equity_over_variants(compiled, panel, Terms(), vary(compiled, pointers, grid), trade_from=7, workers=3)
    assert (
        runs.figures.tobytes()
        == sweep(compiled, panel, Terms(), vary(compiled, pointers, grid), trade_from=7).tobytes()
    )
    for at in (0, 124, 125, 297):
        document = with_values(strategy, dict(zip(pointers, grid[at].astype(int).tolist(), strict=True)))
        alone = compile_strategy(VALIDATOR.document(document).require(), CATALOGUE)
        assert runs.equity[at].tobytes() == backtest(alone, panel, Terms(), trade_from=7).equity.tobytes()


def test_periods_of_stops_and_sizes_can_be_varied() -> None:
    compiled, panel = compile_strategy(crossing_averages(), CATALOGUE), forex_panel()
    pointers = ["/trade/long/exits/1/stop/period", "/trade/long/position_sizing/lookback"]
    told = sweep(
        compiled, panel, Terms(), vary(compiled, pointers, np.array([[5, 10], [1, 10], [5, 30]], dtype=np.float64))
    )
    assert figures_of(told[0]) == backtest(compiled, panel, Terms()).figures
    assert len({row.tobytes() for row in told}) == 3


@pytest.mark.parametrize("workers", [1, 3])
def test_each_path_is_traded_as_if_it_were_the_market(workers: int) -> None:
    compiled, panel = compile_strategy(crossing_averages(), CATALOGUE), forex_panel()
    paths = paths_of(panel, 150)
    told = over_paths(compiled, panel, paths, Terms(), workers=workers)
    for at in range(0, 150, 10):
        expected = backtest(compiled, on_path(panel, paths, at), Terms()).figures
        assert figures_of(told[at]) == expected


def test_paths_under_rules_of_each_bar_are_traded_by_those_rules() -> None:
    compiled, panel = compile_strategy(crossing_averages(), CATALOGUE), forex_panel(120)
    ruled = replace(panel, dividend=np.full_like(panel.close, 0.001))
    paths = paths_of(panel, 3)
    told = over_paths(compiled, ruled, paths, Terms())
    assert [figures_of(row) for row in told] == [
        backtest(compiled, on_path(ruled, paths, at), Terms()).figures for at in range(3)
    ]


@pytest.mark.parametrize("dividend", [None, 0.001])
def test_the_equity_of_each_path_is_kept_when_it_is_wanted(dividend: float | None) -> None:
    compiled, panel = compile_strategy(crossing_averages(), CATALOGUE), forex_panel()
    ruled = replace(panel, dividend=None if dividend is None else np.full_like(panel.close, dividend))
    paths = paths_of(panel, 70)
    told = equity_over_paths(compiled, ruled, paths, Terms())
    assert told.figures.tobytes() == over_paths(compiled, ruled, paths, Terms()).tobytes()
    for at in (0, 33, 69):
        assert told.equity[at].tobytes() == backtest(compiled, on_path(ruled, paths, at), Terms()).equity.tobytes()


def test_no_runs_give_no_figures() -> None:
    compiled, panel = compile_strategy(crossing_averages(), CATALOGUE), forex_panel(60)
    pointers = ["/factors/fast/params/period"]
    assert sweep(compiled, panel, Terms(), vary(compiled, pointers, np.empty((0, 1)))).shape == (0, 5)


@pytest.mark.parametrize("pointer", ["/factors/nobody/params/period", "/trade/long", "", "factors", "/timeframe"])
def test_a_pointer_that_leads_to_no_number_is_refused(pointer: str) -> None:
    compiled = compile_strategy(crossing_averages(), CATALOGUE)
    with pytest.raises(NotTunable):
        vary(compiled, [pointer], np.array([[5.0]]))


def test_a_parameter_that_its_indicator_does_not_take_is_refused() -> None:
    compiled = compile_strategy(crossing_averages(), CATALOGUE)
    with pytest.raises(BadParameter):
        vary(compiled, ["/factors/fast/params/period"], np.array([[-3.0]]))


def test_paths_of_another_length_are_refused() -> None:
    compiled, panel = compile_strategy(crossing_averages(), CATALOGUE), forex_panel()
    with pytest.raises(BadPaths):
        over_paths(compiled, panel, paths_of(forex_panel(60), 2), Terms())


def test_figures_are_told_by_name() -> None:
    assert figures_of(np.array([2.0, 110.0, 0.1, -0.05, 1.5])) == KeyFigures(2, 110.0, 0.1, -0.05, 1.5)
