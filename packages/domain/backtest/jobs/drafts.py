"""Backtests of a draft while somebody edits it: run at once, counted like everything that is tried, and not kept."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from packages.core.clock import Clock
from packages.core.errors import Conflict, Throttled, TooLarge
from packages.domain.backtest.jobs.plan import BacktestRequest, Plan, make_plan
from packages.domain.strategy.book import StrategyBook
from packages.domain.work.jobs import OnProgress

if TYPE_CHECKING:
    from packages.domain.backtest.jobs.results import BacktestRun
    from packages.domain.backtest.jobs.work import BacktestWork

MOST_TICKERS = 10
MOST_RUNS, WITHIN_SECONDS = 120, 10


class DraftSuperseded(Conflict):
    """A later draft of the same editor is run instead; this one was not looked at, and counts for nothing."""


class DraftTooWide(TooLarge):
    """More instruments than are traded while somebody waits."""


class TooManyDraftRuns(Throttled):
    """More runs of one person than are answered in that time."""


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """`asked` holds a document; with a strategy, which the owner has, trials count in its lineage. `editor` names the
    place where it is edited: the latest draft of one editor wins."""

    asked: BacktestRequest
    strategy_id: str | None = None
    editor: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class DraftRun:
    """What came out, and how many trials the pool has with it."""

    run: "BacktestRun"
    trials: int


@dataclass(slots=True)
class DraftBacktests:
    """One run at a time for each owner. `make_work` is called on the first run, so that a server starts without the
    engine."""

    make_work: "Callable[[], BacktestWork]"
    book: StrategyBook
    clock: Clock
    _work: "BacktestWork | None" = None
    _editors: dict[tuple[str, str], int] = field(default_factory=dict)
    _turns: dict[str, asyncio.Lock] = field(default_factory=dict)
    _waiting: Counter[str] = field(default_factory=Counter)
    _recent: dict[str, deque[float]] = field(default_factory=dict)

    async def run(self, owner_id: str, request: DraftRequest) -> DraftRun:
        self._admit(owner_id)
        plan = await self._plan(owner_id, request)
        key = owner_id, request.editor
        number = self._editors[key] = self._editors.get(key, 0) + 1

        async def refuse_superseded(_fraction: float, _said: object) -> None:
            if self._editors.get(key) != number:
                raise DraftSuperseded("backtest.draft_superseded")

        self._waiting[owner_id] += 1
        try:
            async with self._turns.setdefault(owner_id, asyncio.Lock()):
                await refuse_superseded(0.0, None)
                return await self._counted(owner_id, plan, refuse_superseded)
        finally:
            self._leave(owner_id, key, number)

    async def _counted(self, owner_id: str, plan: Plan, on_progress: OnProgress) -> DraftRun:
        self._work = self._work or self.make_work()
        run = await self._work.try_out(owner_id, plan, on_progress)
        return DraftRun(run, await self.book.ledger.count(plan.lineage_id, plan.pool(owner_id)))

    async def _plan(self, owner_id: str, request: DraftRequest) -> Plan:
        plan = await make_plan(self.book, owner_id, request.asked, self.clock.now())
        universe = plan.strategy.universe
        if universe.is_market or len(universe.tickers) > MOST_TICKERS:
            raise DraftTooWide("backtest.draft_too_wide", most=MOST_TICKERS)
        if request.strategy_id is None:
            return plan
        stored = await self.book.get(owner_id, request.strategy_id)
        return replace(plan, lineage_id=stored.lineage_id, strategy_id=stored.id)

    def _admit(self, owner_id: str) -> None:
        now = self.clock.now().timestamp()
        recent = self._recent.setdefault(owner_id, deque())
        while recent and recent[0] <= now - WITHIN_SECONDS:
            recent.popleft()
        if len(recent) >= MOST_RUNS:
            raise TooManyDraftRuns("backtest.draft_too_often", retry_after_seconds=WITHIN_SECONDS)
        recent.append(now)

    def _leave(self, owner_id: str, key: tuple[str, str], number: int) -> None:
        """Forgets who has nothing under way, so that neither editors nor owners pile up."""
        if self._editors.get(key) == number:
            del self._editors[key]
        self._waiting[owner_id] -= 1
        if not self._waiting[owner_id]:
            del self._waiting[owner_id]
            self._turns.pop(owner_id, None)
