"""Backtests as stored work: their headline, result, trades and store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeAlias

from packages.core.events import JsonObject
from packages.core.messages import Sentence, message
from packages.domain.backtest.jobs.plan import Plan, parse_plan
from packages.domain.work.stored import (
    FollowedJob,
    JobStore,
    PlannedJob,
    StoredJob,
    UnknownWork,
    WorkKeyTaken,
    WorkKind,
    WorkNotDone,
)


class UnknownBacktest(UnknownWork):
    """No such backtest, or another owner's."""


class BacktestNotDone(WorkNotDone):
    """There is nothing to show yet, or there never will be."""


class BacktestKeyTaken(WorkKeyTaken):
    """The idempotency key stands for another backtest."""

    code = "key_taken"


@dataclass(frozen=True, slots=True)
class Headline:
    """What is shown first of a finished backtest: JSON of figures, data, summary, orders, warnings and timings."""

    finished_at: datetime
    trial_key: str
    sharpe: float | None
    body: JsonObject


@dataclass(frozen=True, slots=True)
class StoredTrade:
    """One trade with its reasons; `body` is what a reader is given."""

    number: int
    direction: str
    reason: str
    body: JsonObject


@dataclass(frozen=True, slots=True)
class BacktestResult:
    """All that a finished backtest leaves: `report` for the page, `columns` to draw the report again."""

    headline: Headline
    report: JsonObject
    columns: bytes
    trades: Sequence[StoredTrade]


@dataclass(frozen=True, slots=True)
class TradeFilter:
    """Which trades of a backtest, by the order of their exits, or from the largest loss to the largest gain."""

    offset: int = 0
    limit: int = 100
    direction: str | None = None
    reason: str | None = None
    worst_first: bool = False

    def page_of(self, trades: Sequence[Mapping[str, Any]]) -> "TradePage":
        """Of all that are of its kind, by their exits."""
        ordered = sorted(trades, key=lambda trade: float(trade["profit"])) if self.worst_first else trades
        return TradePage(tuple(ordered[self.offset :][: self.limit]), len(trades))


@dataclass(frozen=True, slots=True)
class TradePage:
    """Some trades, and how many there are of that kind."""

    trades: tuple[Mapping[str, Any], ...]
    total: int


NewBacktest: TypeAlias = PlannedJob[Plan]
StoredBacktest: TypeAlias = StoredJob[Plan, Headline]
Backtest: TypeAlias = FollowedJob[Plan, Headline]

_LOST = Sentence(message("backtest.lost"))
BACKTESTS = WorkKind(
    job_kind="backtest.run",
    id_name="backtest_id",
    parse=parse_plan,
    unknown=lambda: UnknownBacktest("backtest.unknown_backtest"),
    not_done=lambda: BacktestNotDone("backtest.no_result"),
    key_taken=lambda: BacktestKeyTaken("backtest.key_taken"),
    key_of_deleted=lambda: BacktestKeyTaken("backtest.key_of_deleted"),
    lost=_LOST,
    stopped=_LOST,
)


class BacktestStore(JobStore[Plan, Headline, BacktestResult], Protocol):
    """Where backtests are stored, with the trades of each and the columns that its pictures are drawn from."""

    async def columns(self, owner_id: str, backtest_id: str) -> bytes: ...

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage: ...
