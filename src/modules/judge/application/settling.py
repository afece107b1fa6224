"""Settles what is due: reads the closes, writes what is final, and says what waits and why."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

from packages.core.ids import derived_id
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.domain.call import CallEntry
from src.modules.judge.domain.ports import CallBook, JudgeMarket
from src.modules.judge.domain.settlement import CallEnding, Settlement, SettlementState, WaitingCall, settlement_of

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
    """The work of the job `calls.settle`; doing it twice, or in two processes, writes nothing twice."""

    market: JudgeMarket
    book: CallBook

    async def settle_due(
        self, now: datetime | None = None, owner_id: str | None = None, report: Report = no_report
    ) -> SettlingReport:
        """Of all owners, or of one. Each batch is written before the next is looked at."""
        at = now or self.market.now()
        # Somewhere it is tomorrow already; each call is held to its own market's day below.
        due = await self.book.due((at + timedelta(days=1)).date(), owner_id)
        done = SettlingReport()
        for start in range(0, len(due), _A_BATCH):
            await report(start / len(due), f"{start} of {len(due)} calls")
            await self._settle(due[start : start + _A_BATCH], at, done)
        return done

    async def _settle(self, entries: Sequence[CallEntry], at: datetime, done: SettlingReport) -> None:
        outcomes = [await self._outcome(entry, at) for entry in entries]
        await self.book.settle([one for one in outcomes if isinstance(one, Settlement)])
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
