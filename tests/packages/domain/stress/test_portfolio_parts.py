"""What the parts of the lab find of a portfolio is what plain runs of it find: crises, paths, refits and searches."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.market.panel_loading import LoadedPanel
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import ready, run_once
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validator
from packages.domain.stress.crises.cutting import between, window_bars
from packages.domain.stress.crises.run import crisis_findings
from packages.domain.stress.crises.windows import custom_window
from packages.domain.stress.findings import World
from packages.domain.stress.honesty.candidates import candidates
from packages.domain.stress.honesty.walk_forward import Objective, plan_folds, refit, walk_forward
from packages.domain.stress.monte_carlo.simulate import PathRun, histories_of, monte_carlo
from packages.domain.stress.optimise.market import prepare
from packages.domain.stress.optimise.space import space_of
from packages.domain.stress.sensitivity.measure import sensitivity
from packages.domain.stress.worlds.portfolio import fit_portfolio
from tests.corpus import well_known
from tests.packages.domain.stress.optimise.planted import base_plan, search_plan
from tests.packages.domain.stress.worlds.test_portfolio import BARS, PANEL, without
from tests.reference.backtest import ReferenceOutcome
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference

pytestmark = pytest.mark.slow

TERMS = Terms(cash=Decimal(10_000), costs=Costs(commission_rate=0.0005))
GAPPED = without(PANEL, 1, slice(200, 230))


def of(**parts: Any) -> Strategy:
    """The better two of three, set anew every week unless `parts` say otherwise."""
    told: Any = {"score": {"cross_rank": well_known.momentum(10)}, "long": {"count": 2}}
    told["rebalance"] = {"every": "week", "session": 1, "tolerance": 0.01}
    document = well_known.portfolio("The better two", list(PANEL.tickers), **{**told, **parts})
    return Validator(CATALOGUE).document(document).require()


STRATEGY = of()
COMPILED = ready(STRATEGY, CATALOGUE)


def reference(panel: Panel, terms: Terms = TERMS) -> ReferenceOutcome:
    picks, settled = TargetReference(STRATEGY, panel).picks(), [len(panel)] * len(panel.tickers)
    return PortfolioReference(panel, terms, picks, settled, 0.01).run()


@pytest.mark.slow
def test_paths_are_those_of_a_plain_account_on_blocks_that_all_instruments_share() -> None:
    world, market = fit_portfolio(World.BLOCK_BOOTSTRAP, GAPPED), replace(GAPPED, dividend=None)
    runs = histories_of(PathRun(COMPILED, market, TERMS, 5, 0), world).runs(0, 3)
    for equity, source in zip(runs.equity, world.sources(5, 0, 3, len(GAPPED)), strict=True):
        assert equity == pytest.approx(np.array(reference(world.path(source)).equity))
    finding = monte_carlo(COMPILED, GAPPED, TERMS, World.BLOCK_BOOTSTRAP, paths=100, seed=5, ruin_level=0.9)
    assert (finding.fitted["instruments"], finding.traded_share) == (3, 1.0)


def test_on_paths_instruments_stay_as_correlated_as_they_were() -> None:
    moves = np.diff(np.log(PANEL.close), axis=1)
    together = moves[0] * 0.9 + moves[1] * 0.1
    close = PANEL.close.copy()
    close[1, 1:] = close[1, 0] * np.exp(np.cumsum(together))
    joint = replace(PANEL, open=close, high=close, low=close, close=close)
    world = fit_portfolio(World.BLOCK_BOOTSTRAP, joint)
    paths = [world.path(source).close for source in world.sources(1, 0, 50, BARS)]
    drawn = [float(np.corrcoef(np.diff(np.log(each), axis=1))[0, 1]) for each in paths]
    assert np.median(drawn) == pytest.approx(float(np.corrcoef(np.diff(np.log(close), axis=1))[0, 1]), abs=0.02)


def test_a_crisis_is_lived_through_by_the_weights_that_were_known_in_it() -> None:
    first, last = (PANEL.time[at].astype("datetime64[D]").item() for at in (150, 260))
    window = custom_window(first, last)
    [finding] = crisis_findings(COMPILED, PANEL, TERMS, [window], Decimal(1_000))
    begin, end = window_bars(PANEL, window)
    alone = between(PANEL, 0, end)
    expected = run_once(COMPILED, alone, TERMS, trade_from=begin)
    equity = expected.equity[begin:]
    assert finding.total_return == pytest.approx(equity[-1] / equity[0] - 1)
    assert finding.trades == expected.figures.trades > 0


def test_dearer_and_later_portfolios_are_runs_of_their_own() -> None:
    finding = sensitivity(STRATEGY, PANEL, TERMS, on_progress=lambda *_: None, points=5)
    frictions = {each.kind: each for each in finding.frictions}
    dear = run_once(COMPILED, PANEL, replace(TERMS, costs=TERMS.costs.times(2)))
    late = run_once(ready(STRATEGY, CATALOGUE, late=True), PANEL, TERMS, trade_from=1)
    assert frictions["cost_x2"].total_return == dear.figures.total_return
    assert frictions["delay_1"].total_return == late.figures.total_return
    assert frictions["missed_fills"].total_return != finding.base.total_return
    assert {each.pointer for each in finding.curves} == {each.pointer for each in tunables_of(STRATEGY, CATALOGUE)}
    assert len(finding.curves) == 4


def test_a_refit_chooses_the_best_variant_and_is_tested_on_what_followed() -> None:
    tunables = tunables_of(STRATEGY, CATALOGUE)
    found = candidates(STRATEGY, tunables, Validator(CATALOGUE), most=12, seed=3)
    folds = plan_folds(found, PANEL, TERMS, folds=3)
    assert folds[0].test_from - folds[0].fit_end == folds[0].fit_from + 8  # as any looks back, and a week of seven bars
    chosen = refit(found, PANEL, TERMS, folds[0], Objective.SHARPE)
    fitted = PANEL.until(folds[0].fit_end)
    sharpes = [
        run_once(ready(each, CATALOGUE), fitted, TERMS, trade_from=folds[0].fit_from).figures.sharpe
        for each in found.strategies
    ]
    assert chosen.sharpe == max(sharpes)
    told = walk_forward(STRATEGY, PANEL, TERMS, tunables, folds=3, most_variants=12, seed=3)
    best, before = found.strategies[chosen.choice], folds[0].test_from - 1
    tested = run_once(ready(best, CATALOGUE), PANEL.until(folds[0].test_end), TERMS, trade_from=before)
    returns = returns_of(tested.equity[before:])
    assert told.fold_sharpes[0] == pytest.approx(
        float(returns.mean() / returns.std(ddof=1)) * np.sqrt(PANEL.bars_per_year)
    )


def test_a_search_over_a_portfolio_runs_each_variant_as_it_is() -> None:
    base: Plan = base_plan(STRATEGY, terms=TERMS)
    plan = search_plan(base, pointers=None)
    space = space_of(COMPILED)
    market = prepare(plan, COMPILED, space, LoadedPanel(PANEL, dict.fromkeys(PANEL.tickers, "demo"), 0), 1)
    assert "/portfolio/long/count" in space.pointers
    places = [space.given, *space.corners]
    taken = [(place, space.variant(place)) for place in places]
    for ran, (_, strategy) in zip(market.runs([p for p, s in taken if s]), [t for t in taken if t[1]], strict=True):
        assert strategy is not None
        alone = run_once(ready(strategy, CATALOGUE), market.fit, TERMS, trade_from=market.cut.fit_from)
        assert ran.figures == alone.figures
