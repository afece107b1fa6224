"""The market of a search, cut in two: bars to fit on, and bars that only what was found is ever run on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packages.core.errors import Invalid
from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.jobs.fingerprint import DataFingerprint, fingerprint
from packages.domain.backtest.jobs.trial_returns import Weekly, weekly
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.many import figures_of
from packages.domain.backtest.market.needs import needs_of
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.portfolio.naming import symbols_of
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.runs import Runnable, TriedVariants, equity_over, figures_over
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.door import Views
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.honesty.candidates import Candidates
from packages.domain.stress.honesty.walk_forward import FEWEST_FITTED, FEWEST_TESTED, reach_of
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.space import Place, Space
from packages.domain.stress.sensitivity.workbench import VALUES_AT_ONCE

PRUNED_FROM = 500_000  # prices on one side: below it, a run is quicker than the choice of its numbers
MOST_RETURNS = 4_096  # of a variant in the matrix of returns; a longer record has longer steps


class TooShort(Invalid):
    """Too few bars to fit on some and to test on others."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Fitted on the bars [fit_from, fit_end), held out are [test_from, test_end); those between are purged."""

    fit_from: int
    fit_end: int
    test_from: int
    test_end: int


@dataclass(frozen=True, slots=True, eq=False)
class Ran:
    """A variant on the fitted period: its figures, and what it returned by week and by step of the matrix."""

    figures: KeyFigures
    weekly: Weekly
    returns: Floats


@dataclass(frozen=True, slots=True, eq=False)
class SearchMarket:
    """`early` is the first half of the fitted period, where bad variants are given up after it."""

    space: Space
    compiled: Runnable
    terms: Terms
    panel: Panel
    cut: Cut
    fit: Arena
    early: Arena | None
    data: DataFingerprint  # of what the search sees
    whole: DataFingerprint  # of every bar that was read: to warm up, to fit on, purged and held out
    workers: int = 0

    def early_figures(self, places: Sequence[Place]) -> list[KeyFigures]:
        if self.early is None:
            raise TypeError("nothing is given up early in this search")
        swept = figures_over(
            *(self.compiled, self.early, self.terms, self._tried(places)),
            trade_from=self.cut.fit_from,
            workers=self.workers,
        )
        return [figures_of(row) for row in swept]

    def figures(self, places: Counts) -> Floats:
        """Of as many variants as there are rows of places, a row each."""
        tried = TriedVariants(self.space.pointers, self.space.rows(places))
        return figures_over(
            self.compiled, self.fit, self.terms, tried, trade_from=self.cut.fit_from, workers=self.workers
        )

    def runs(self, places: Sequence[Place]) -> Iterator[Ran]:
        """In order; as many at a time as memory allows."""
        at_once = max(1, VALUES_AT_ONCE // self.fit.panel.close.size)
        for first in range(0, len(places), at_once):
            tried = self._tried(places[first : first + at_once])
            ran = equity_over(
                self.compiled, self.fit, self.terms, tried, trade_from=self.cut.fit_from, workers=self.workers
            )
            for figures, equity in zip(ran.figures, ran.equity[:, self.cut.fit_from :], strict=True):
                yield Ran(figures_of(figures), weekly(self.fit.panel.time[self.cut.fit_from :], equity), _steps(equity))

    def _tried(self, places: Sequence[Place]) -> TriedVariants:
        return TriedVariants(self.space.pointers, self.space.matrix(places))


async def load(plan: SearchPlan, space: Space, views: Views, market: WholeMarket | None) -> LoadedPanel:
    """With as many bars before the start as the slowest variant wants to see."""
    base = plan.base
    symbols = await symbols_of(base.strategy, market, base.as_of, base.start, base.end)
    warm_up = 0 if base.start is None else max(warm_up_bars(each, CATALOGUE) for each in space.extremes)
    return await load_panel(
        *(views(base.as_of), symbols, base.strategy.timeframe),
        start=base.start,
        end=base.end,
        warm_up=warm_up,
        needs=needs_of(base.strategy),
    )


def prepare(plan: SearchPlan, compiled: Runnable, space: Space, loaded: LoadedPanel, workers: int = 0) -> SearchMarket:
    panel, terms = loaded.panel, plan.base.terms
    cut = _cut(plan, space, loaded)
    fit = panel.until(cut.fit_end)
    prunes = plan.prune if plan.prune is not None else fit.close.size >= PRUNED_FROM
    half = panel.until((cut.fit_from + cut.fit_end) // 2) if prunes and len(plan.goals) == 1 else None
    return SearchMarket(
        space=space,
        compiled=compiled,
        terms=terms,
        panel=panel,
        cut=cut,
        fit=Arena(fit),
        early=None if half is None else Arena(half),
        data=fingerprint(fit, loaded.sources, cut.fit_from),
        whole=fingerprint(panel, loaded.sources),
        workers=workers,
    )


def _cut(plan: SearchPlan, space: Space, loaded: LoadedPanel) -> Cut:
    bars = len(loaded.panel)
    tested = int((bars - loaded.first_bar) * plan.holdout)
    purged = _purged(plan, space, loaded.panel)
    cut = Cut(loaded.first_bar, bars - tested - purged, bars - tested, bars)
    if cut.fit_end - cut.fit_from < FEWEST_FITTED or tested < FEWEST_TESTED:
        raise TooShort(
            "stress.too_short_to_optimise",
            bars=bars - loaded.first_bar,
            tested=tested,
            purged=purged,
            fitted=max(0, cut.fit_end - cut.fit_from),
            fewest_tested=FEWEST_TESTED,
            fewest_fitted=FEWEST_FITTED,
        )
    return cut


def _purged(plan: SearchPlan, space: Space, panel: Panel) -> int:
    """How far the slowest variant looks back, and how long the strategy holds: what was decided on a fitted bar must
    not reach into what is held out."""
    places = (space.given, *space.corners)
    made = {space.values(place): variant for place in places if (variant := space.variant(place)) is not None}
    reach = reach_of(Candidates(space.pointers, tuple(made), tuple(made.values())), panel, plan.base.terms)
    return reach.lookback + reach.holding


def _steps(equity: Floats) -> Floats:
    stride = -(-len(equity) // MOST_RETURNS)
    return returns_of(equity[::stride])
