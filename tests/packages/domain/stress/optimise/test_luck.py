"""How often a search in worlds without any edge is taken for more than luck."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.stress.findings import OverfittingFinding
from packages.domain.stress.optimise.honest import Lineage, drawn, judged
from packages.domain.stress.optimise.market import SearchMarket
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.request import OptimisationLimits
from packages.domain.stress.optimise.scoring import best_of
from packages.domain.stress.optimise.search import ParameterSearch
from tests.packages.domain.stress.honesty.edgeless_worlds import garch, variant
from tests.packages.domain.stress.optimise.planted import NOW, base_plan, market_of, search_of, search_plan

WORLDS = range(100, 140)


def searched(seed: int) -> tuple[SearchMarket, SearchPlan, ParameterSearch]:
    """Another strategy in another world. One trade is enough, so that the luck of a few is among what is seen."""
    rng = np.random.Generator(np.random.PCG64(seed))
    limits = OptimisationLimits(fewest_trades=1)
    plan = search_plan(base_plan(variant(rng)), pointers=None, trials=96, seed=seed, limits=limits)
    market = market_of(plan, garch(rng))
    search = search_of(market, plan)
    while not search.is_over:
        search.next_batch()
    return market, plan, search


def verdicts(seed: int) -> tuple[OverfittingFinding, OverfittingFinding] | None:
    """On the best of all, with those that were drawn beside it and without; None where nothing traded."""
    market, plan, search = searched(seed)
    finds = search.finds()
    best = best_of(finds, plan.goals)
    strategy = market.space.variant(best[0].place) if best else None
    if strategy is None:
        return None
    trials = [Trial(str(find.number), TrialKind.OPTIMISATION, NOW, sharpe=find.figures.sharpe) for find in finds]
    lineage = Lineage(trials, [], search.returns_matrix(), drawn(market, seed), seed)
    alone = replace(lineage, drawn=())
    found = [judged(market, plan.base, strategy, each) for each in (lineage, alone)]
    return None if found[0] is None or found[1] is None else (found[0], found[1])


def test_luck_is_that_of_the_whole_space_and_not_only_of_where_the_search_went() -> None:
    told = verdicts(11)
    assert told is not None
    beside, alone = told
    assert beside.trials == alone.trials <= 96
    assert beside.effective_trials is not None
    assert alone.effective_trials is not None
    assert beside.effective_trials > 2 * alone.effective_trials
    assert beside.deflated_sharpe < alone.deflated_sharpe
    assert beside.overfitting_probability == alone.overfitting_probability


@pytest.mark.trust
def test_a_search_in_worlds_without_an_edge_is_rarely_taken_for_more_than_luck() -> None:
    found = [told for seed in WORLDS if (told := verdicts(seed)) is not None]
    sure = sum(beside.deflated_sharpe >= 0.95 for beside, _ in found)
    alone = sum(each.deflated_sharpe >= 0.95 for _, each in found)
    plain = sum(beside.probabilistic_sharpe >= 0.95 for beside, _ in found)
    print(
        f"{len(found)} searches: sure of {sure}; beside its own trials only of {alone}; of one trial alone of {plain}"
    )
    assert len(found) > 30
    assert sure <= 5  # one in twenty is what 0.95 means; more than five of forty happen to that once in seventy
