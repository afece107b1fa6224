"""The whole finding: what it shows, what it counts, and what it refuses."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from packages.core.errors import Invalid
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.errors import InvalidStrategy, NotTunable
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.revisions import rules_hash, strategy_hash
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import SensitivityFinding
from packages.domain.stress.sensitivity.curves import BadGrid, point_of
from packages.domain.stress.sensitivity.measure import sensitivity
from packages.domain.stress.sensitivity.workbench import MarketStandsStill, TooShortToTry, UnreadablePrices, trials_of
from tests.corpus.markets import random_panel
from tests.effort import seeds
from tests.packages.domain.stress.sensitivity.spiky_market import (
    HOLDING,
    QUANTITY,
    THRESHOLD,
    spiky_panel,
    spiky_strategy,
)
from tests.reference.by_hand import strategy_of
from tests.reference.lively_strategies import random_run

VALIDATOR = Validator(CATALOGUE)


def quiet(_: float, __: str) -> None:
    """Nobody listens."""


def found(strategy: Strategy, panel: Panel, **settings: object) -> SensitivityFinding:
    return sensitivity(strategy, panel, Terms(), on_progress=quiet, **settings)  # type: ignore[arg-type]


def reverting() -> tuple[Strategy, Panel]:
    document = template(Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS, Market.US_STOCKS, "DEMO5")
    strategy = VALIDATOR.document(document).require()
    return strategy, random_panel(Random(8), Market.US_STOCKS, Timeframe.D1, ("DEMO5",), 700)


def told(finding: SensitivityFinding) -> tuple[object, ...]:
    """Everything in it, in a form that can be compared."""
    heatmap = finding.heatmap
    drawn = None if heatmap is None else (heatmap.first, heatmap.second, heatmap.sharpe.tobytes())
    return finding.base, finding.curves, drawn, finding.frictions, finding.runs, finding.left_out


def test_a_result_that_hangs_on_one_number_is_told_as_fragile_and_a_plateau_is_not() -> None:
    finding = found(spiky_strategy(), spiky_panel())
    fragility = {curve.pointer: curve.fragility for curve in finding.curves}
    assert finding.base.trades == 6
    assert finding.base.sharpe > 1
    assert fragility[HOLDING] == pytest.approx(1.0)
    assert fragility[THRESHOLD] == 0.0
    assert fragility[QUANTITY] < 0.05
    assert finding.curves[0].pointer == HOLDING


def test_integers_stay_integers_and_the_chosen_value_is_on_its_curve() -> None:
    strategy, panel = reverting()
    kinds = {each.pointer: each.kind for each in tunables_of(strategy, CATALOGUE)}
    for curve in found(strategy, panel).curves:
        values = [point.value for point in curve.points]
        assert values == sorted(set(values))
        assert curve.chosen in values
        assert kinds[curve.pointer] == "float" or all(value.is_integer() for value in values)


def test_every_number_that_the_rules_use_has_a_curve() -> None:
    strategy, panel = reverting()
    spare = replace(strategy, factors=(*strategy.factors, Factor("spare", "ema", (("period", 9),))))
    pointers = {each.pointer for each in tunables_of(strategy, CATALOGUE)}
    assert {curve.pointer for curve in found(spare, panel, points=3).curves} == pointers
    used = {"/factors/bands/params/period", "/trade/long/exits/2/bars", "/trade/long/position_sizing/target"}
    assert used <= pointers


def test_a_point_of_a_curve_is_a_backtest_of_that_strategy() -> None:
    strategy, panel = reverting()
    finding = found(strategy, panel, points=5)
    assert finding.base.trades > 5
    for curve in finding.curves:
        for point in (curve.points[0], curve.points[-1]):
            single = VALIDATOR.document(with_values(strategy, {curve.pointer: point.value})).require()
            run = backtest(compile_strategy(single, CATALOGUE), panel, Terms())
            assert point == point_of(point.value, run.figures), curve.pointer


def test_a_cell_of_the_heatmap_is_a_backtest_with_both_numbers() -> None:
    strategy, panel = reverting()
    pair = ("/factors/bands/params/period", "/trade/long/exits/1/stop/value")
    heatmap = found(strategy, panel, points=7, pair=pair).heatmap
    assert heatmap is not None
    assert (heatmap.first, heatmap.second) == pair
    assert heatmap.sharpe.shape == (len(heatmap.first_values), len(heatmap.second_values))
    assert len(set(heatmap.sharpe.ravel().tolist())) > 5
    values = dict(zip(pair, (heatmap.first_values[0], heatmap.second_values[-1]), strict=True))
    single = VALIDATOR.document(with_values(strategy, values)).require()
    assert heatmap.sharpe[0, -1] == backtest(compile_strategy(single, CATALOGUE), panel, Terms()).figures.sharpe


def test_the_heatmap_shows_the_two_most_fragile_numbers() -> None:
    finding = found(*reverting())
    assert finding.heatmap is not None
    assert [finding.heatmap.first, finding.heatmap.second] == [curve.pointer for curve in finding.curves[:2]]
    assert finding.curves[0].fragility >= finding.curves[1].fragility >= finding.curves[-1].fragility
    assert max(finding.heatmap.sharpe.shape) <= 11


def test_combinations_that_the_language_refuses_are_left_out_and_counted() -> None:
    strategy, panel = macd_strategy(), spiky_panel()
    pair = ("/factors/macd/params/fast_period", "/factors/macd/params/slow_period")
    finding = found(strategy, panel, pair=pair, points=9)
    curves = {curve.pointer: curve for curve in finding.curves}
    assert max(point.value for point in curves[pair[0]].points) == 9  # 10 to 16 are not below a slow one of 10
    assert finding.heatmap is not None
    refused = int(np.isnan(finding.heatmap.sharpe).sum())
    assert 0 < refused < finding.left_out
    rows, columns = np.meshgrid(finding.heatmap.first_values, finding.heatmap.second_values, indexing="ij")
    np.testing.assert_array_equal(np.isnan(finding.heatmap.sharpe), rows >= columns)


def macd_strategy() -> Strategy:
    document = {
        "dsl_version": "1.0.0",
        "strategy": {"name": "MACD"},
        "universe": {"market": "us_stocks", "tickers": ["A"]},
        "timeframe": "1d",
        "factors": {"macd": {"type": "macd", "params": {"fast_period": 8, "slow_period": 10, "signal_period": 3}}},
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "macd.macd"}, "op": "gt", "right": {"ref": "macd.signal"}}},
                    "order": {"type": "market"},
                },
                "exits": [{"type": "time_exit", "bars": 3}],
                "position_sizing": {"mode": "pct_equity", "pct": 0.5},
            }
        },
    }
    return VALIDATOR.document(document).require()


def test_every_run_is_a_trial_once() -> None:
    strategy, panel = reverting()
    finding = found(strategy, panel, points=7)
    trials = trials_of(finding)
    keys = [trial.rules(strategy) for trial in trials]
    assert len(keys) == len(set(keys)) == finding.runs
    assert sum(trial.friction is not None for trial in trials) == 4
    assert sum(len(trial.changes) == 2 for trial in trials) > 10
    assert strategy_hash(strategy) not in keys
    [(pointer, value)] = trials[0].changes
    assert keys[0] == rules_hash(VALIDATOR.document(with_values(strategy, {pointer: value})).require())
    at = panel.time[0].astype(object)
    assert all(Trial(key, "sweep", at, 1, each.sharpe) for key, each in zip(keys, trials, strict=True))  # type: ignore[arg-type]


def test_a_strategy_that_never_trades_gets_a_finding_without_fragility() -> None:
    finding = found(spiky_strategy(threshold=0.5), spiky_panel())
    assert (finding.base.trades, finding.base.sharpe, finding.base.total_return) == (0, 0.0, 0.0)
    assert {curve.fragility for curve in finding.curves} == {0.0}
    assert all(friction.trades == 0 for friction in finding.frictions)


def test_the_same_seed_gives_the_same_finding_whatever_the_number_of_workers() -> None:
    strategy, panel = reverting()
    one, three, other = (
        found(strategy, panel, points=21, seed=seed, workers=workers) for seed, workers in ((5, 1), (5, 3), (6, 1))
    )
    assert told(one) == told(three)
    assert one.frictions[3] != other.frictions[3]
    assert one.curves == other.curves


def test_nothing_is_traded_before_the_first_bar_that_may() -> None:
    finding = found(spiky_strategy(), spiky_panel(), trade_from=17)
    assert finding.base.trades == 3
    sizes = next(curve for curve in finding.curves if curve.pointer == QUANTITY)
    assert {point.trades for point in sizes.points} == {3}


@pytest.mark.parametrize("seed", seeds(5, 20))
def test_random_strategies_in_random_markets_are_measured(seed: int) -> None:
    run = random_run(seed)
    finding = sensitivity(run.strategy, run.panel, run.terms, on_progress=quiet, points=3, seed=seed)
    assert all(0 <= curve.fragility <= 1 for curve in finding.curves)
    assert finding.runs == len(trials_of(finding))
    assert (
        finding.base.trades == backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms).figures.trades
    )
    assert all(np.isfinite(point.sharpe) for curve in finding.curves for point in curve.points)


def test_progress_only_rises_and_the_listener_can_stop_the_work() -> None:
    shares: list[float] = []
    sensitivity(*reverting(), Terms(), on_progress=lambda share, _: shares.append(share), points=5)
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.9 < shares[-1] <= 1

    def stop(share: float, _: str) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sensitivity(*reverting(), Terms(), on_progress=stop, points=5)


def always(panel: Panel, price: float) -> Panel:
    same = np.full_like(panel.close, price)
    return replace(panel, open=same, high=same, low=same, close=same)


def with_hole(panel: Panel) -> Panel:
    high = panel.high.copy()
    high[0, 7] = np.nan
    return replace(panel, high=high)


REFUSED: dict[str, tuple[Panel, type[Invalid], str]] = {
    "one bar": (spiky_panel().until(1), TooShortToTry, "There are 1 bars"),
    "too few bars": (spiky_panel().until(29), TooShortToTry, "choose a longer period"),
    "constant prices": (always(spiky_panel(), 100.0), MarketStandsStill, "never change"),
    "a bar without its high": (with_hole(spiky_panel()), UnreadablePrices, "load the bars again"),
    "an endless price": (replace(spiky_panel(), open=np.full((1, 48), np.inf)), UnreadablePrices, "no numbers"),
    "no prices at all": (always(spiky_panel(), np.nan), TooShortToTry, "There are 0 bars"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_market_that_teaches_nothing_is_refused_with_a_sentence(name: str) -> None:
    panel, error, words = REFUSED[name]
    with pytest.raises(error, match=words):
        found(spiky_strategy(), panel)


@pytest.mark.parametrize("trade_from", [-1, 20, 48, 1000])
def test_trading_must_begin_while_enough_bars_are_left(trade_from: int) -> None:
    with pytest.raises(TooShortToTry):
        found(spiky_strategy(), spiky_panel(), trade_from=trade_from)


@pytest.mark.parametrize("pair", [(HOLDING, HOLDING), (HOLDING, "/timeframe"), ("nothing", THRESHOLD)])
def test_a_pair_must_be_two_numbers_of_the_strategy(pair: tuple[str, str]) -> None:
    with pytest.raises(NotTunable, match="two different numbers"):
        found(spiky_strategy(), spiky_panel(), pair=pair)


def test_points_are_checked() -> None:
    with pytest.raises(BadGrid):
        found(spiky_strategy(), spiky_panel(), points=1)


def test_a_strategy_that_is_not_valid_is_refused_rather_than_left_without_curves() -> None:
    invalid = replace(spiky_strategy(), universe=replace(strategy_of().universe, tickers=("not a ticker",)))
    with pytest.raises(InvalidStrategy):
        found(invalid, spiky_panel())
