"""An owner's calls: page through them, settle what is due, and score them."""

from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

from packages.core.ids import derived_id
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.domain.call import CallEntry
from src.modules.judge.domain.ports import CallBook, CallTally, JudgeMarket
from src.modules.judge.domain.scores.report import ScoreReport, score_report
from src.modules.judge.domain.scores.scored import scored_call
from src.modules.judge.domain.settlement import (
    CallEnding,
    Settlement,
    SettlementReason,
    SettlementState,
    WaitingCall,
    settlement_of,
)


@dataclass(frozen=True, slots=True)
class CallStanding:
    """A call and how it stands; `settlement` None while it waits."""

    entry: CallEntry
    settlement: Settlement | None
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class OwnedCalls:
    """Reads one of the books on behalf of one owner."""

    owner_id: str
    book: CallBook

    async def page(self, now: datetime, limit: int, before: int | None = None) -> Sequence[CallStanding]:
        entries = await self.book.page(self.owner_id, limit, before)
        final = await self.book.settlements(self.owner_id, [entry.call.id for entry in entries])
        return [_standing(entry, final.get(entry.call.id), now) for entry in entries]

    async def scores(self, runs: Container[str] | None = None) -> tuple[ScoreReport, CallTally]:
        """Of all calls, or of those of some runs; the tally is the whole book's."""
        settled = await self.book.settled(self.owner_id)
        chosen = [(entry.call, end) for entry, end in settled if runs is None or entry.call.session_id in runs]
        scored = [scored_call(call, settlement) for call, settlement in chosen]
        return score_report([one for one in scored if one is not None]), await self.book.tally(self.owner_id)


def _standing(entry: CallEntry, final: Settlement | None, now: datetime) -> CallStanding:
    if final is not None:
        return CallStanding(entry, final, final.state.value, final.reason.value if final.reason else "")
    if entry.call.ends_on is None:
        return CallStanding(entry, None, "no_call", SettlementReason.NOTHING_CALLED.value)
    is_open = local_day(entry.call.market, now) < entry.call.ends_on
    reason = SettlementReason.HORIZON_OPEN if is_open else SettlementReason.NO_CLOSE_YET
    return CallStanding(entry, None, SettlementState.WAITING.value, reason.value)


Report = Callable[[float, str], Awaitable[None]]
_A_BATCH = 200
# A bar's time is midnight UTC of its day, so a day more is read on either side.
_MARGIN = timedelta(days=2)


async def no_report(_fraction: float, _message: str) -> None:
    """For callers that do not watch."""


@dataclass(slots=True)
class SettlingReport:
    """What a round of settling did; what was given up and what waits is counted by reason."""

    looked_at: int = 0
    settled: int = 0
    unsettleable: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)

    def count(self, outcome: Settlement | WaitingCall) -> None:
        self.looked_at += 1
        if isinstance(outcome, Settlement) and outcome.state is SettlementState.SETTLED:
            self.settled += 1
            return
        reasons = self.waiting if isinstance(outcome, WaitingCall) else self.unsettleable
        name = outcome.reason.value if outcome.reason else ""
        reasons[name] = reasons.get(name, 0) + 1


@dataclass(frozen=True, slots=True)
class Settling:
    """The work of the job `calls.settle`, on each book by itself; doing it twice, or in two processes, writes nothing
    twice."""

    market: JudgeMarket
    books: Sequence[CallBook]

    async def settle_due(
        self, now: datetime | None = None, owner_id: str | None = None, report: Report = no_report
    ) -> SettlingReport:
        """Of all owners, or of one. Each batch is written before the next is looked at."""
        at = now or self.market.now()
        done = SettlingReport()
        for book in self.books:
            # Somewhere it is tomorrow already; each call is held to its own market's day below.
            due = await book.due((at + timedelta(days=1)).date(), owner_id)
            for start in range(0, len(due), _A_BATCH):
                await report(start / len(due), f"{start} of {len(due)} calls")
                await self._settle(book, due[start : start + _A_BATCH], at, done)
        return done

    async def _settle(self, book: CallBook, entries: Sequence[CallEntry], at: datetime, done: SettlingReport) -> None:
        outcomes = [await self._outcome(entry, at) for entry in entries]
        await book.settle([one for one in outcomes if isinstance(one, Settlement)])
        for outcome in outcomes:
            done.count(outcome)

    async def _outcome(self, entry: CallEntry, at: datetime) -> Settlement | WaitingCall:
        call = entry.call
        symbol = parse_symbol(call.symbol)
        standing = await self.market.standing(symbol, at)
        start = datetime.combine(call.base.day, time(), UTC) - _MARGIN if call.base else None
        beside = call.benchmark_base
        ending = CallEnding(
            now=at,
            today=local_day(symbol.market, at),
            bars=await self.market.bars(symbol, at, start, call.base.source) if call.base else None,
            benchmark=await self.market.bars(parse_symbol(beside.symbol), at, start, beside.source) if beside else None,
            suspended=standing.suspended_on(call.ends_on),
            delisted_on=standing.delisted_on,
        )
        return settlement_of(entry, derived_id("settlement", call.id), ending)
