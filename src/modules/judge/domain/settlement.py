"""How a call ends: mechanically, by closes that exist, or not at all with a reason.

The horizon counts calendar days in the market's own zone, from the day of the base price. A call is settled by the
first stored close on or after its last day, and the benchmark by its close of the same day (or, where it trades on
another market that rested, by its last one before). Returns are a holder's: splits and dividends known by the
settlement are in both. The outcome is 1 when the return is above the benchmark's, and 0 when it is equal or below.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.staleness import LONGEST_CLOSURE
from src.modules.judge.domain.call import Call, CallEntry, read_price_row
from src.modules.judge.domain.case import PriceRow
from src.modules.judge.domain.market_facts import close_by, close_on, first_close_from

# How long after the last day a close may come, and how long we wait for one that does not.
LONGEST_WAIT = timedelta(days=30)
SUSPENDED_WAIT = timedelta(days=365)


class SettlementState(StrEnum):
    """`waiting` is shown and never written: only what is final stands in the book."""

    WAITING = "waiting"
    SETTLED = "settled"
    UNSETTLEABLE = "unsettleable"


class SettlementReason(StrEnum):
    """Why a call is not settled."""

    HORIZON_OPEN = "horizon_open"
    NO_CLOSE_YET = "no_close_yet"
    SUSPENDED = "suspended"
    BENCHMARK_MISSING = "benchmark_missing"
    BASE_MISSING = "base_missing"
    DELISTED = "delisted"
    NO_CLOSE_NEAR_THE_END = "no_close_near_the_end"
    NOTHING_CALLED = "nothing_called"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnding:
    """What the market holds for one call, as of the settlement; `today` is the day where the instrument trades.
    `suspended`: on the last day of the call."""

    now: datetime
    today: date
    bars: BarSeries | None
    benchmark: BarSeries | None
    suspended: bool
    delisted_on: date | None


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """Not settled yet."""

    reason: SettlementReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A final state. Returns and the excess as fractions; `note` names what is unusual about it."""

    id: str
    call_id: str
    owner_id: str
    call_hash: str
    settled_at: datetime
    state: SettlementState
    reason: SettlementReason | None = None
    close: PriceRow | None = None
    benchmark_close: PriceRow | None = None
    own_return: float | None = None
    benchmark_return: float | None = None
    excess_return: float | None = None
    outcome: int | None = None
    note: str = ""

    def content(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads(json.dumps(asdict(self), default=str))
        return {**fields, "settled_at": self.settled_at.isoformat()}


def settlement_of(entry: CallEntry, settlement_id: str, ending: CallEnding) -> Settlement | WaitingCall:
    """Never a guess: a close that is missing is waited for, and given up by name."""
    call = entry.call
    found = _closes(call, ending)
    if isinstance(found, WaitingCall):
        return found
    final = (settlement_id, call.id, call.owner_id, entry.hash)
    if isinstance(found, SettlementReason):
        return _final(*final, ending.now, SettlementState.UNSETTLEABLE, reason=found)
    base, close, bench_base, bench_close = found
    own = float(close.value / base.value) - 1
    beside = float(bench_close.value / bench_base.value) - 1 if bench_base and bench_close else None
    excess = own - (beside or 0.0)
    return _final(
        *final,
        ending.now,
        SettlementState.SETTLED,
        close=close,
        benchmark_close=bench_close,
        own_return=own,
        benchmark_return=beside,
        excess_return=excess,
        outcome=int(excess > 0),
        note="" if close.day - (call.ends_on or close.day) <= LONGEST_WAIT else "settled late, after a suspension",
    )


_Closes = tuple[PriceRow, PriceRow, PriceRow | None, PriceRow | None]


def _closes(call: Call, ending: CallEnding) -> _Closes | WaitingCall | SettlementReason:
    if call.ends_on is None or call.base is None:
        return SettlementReason.NOTHING_CALLED
    if ending.today < call.ends_on:
        return WaitingCall(SettlementReason.HORIZON_OPEN)
    close = None if ending.bars is None else first_close_from(ending.bars, call.ends_on)
    if ending.bars is None or close is None:
        return _no_close(call.ends_on, ending)
    if close.day - call.ends_on > (SUSPENDED_WAIT if ending.suspended else LONGEST_WAIT):
        return SettlementReason.NO_CLOSE_NEAR_THE_END
    base = close_on(ending.bars, call.base.day)
    if base is None:
        return SettlementReason.BASE_MISSING
    if call.benchmark_base is None:
        return base, close, None, None
    return _beside(call.benchmark_base.day, base, close, ending)


def _beside(
    base_day: date, base: PriceRow, close: PriceRow, ending: CallEnding
) -> _Closes | WaitingCall | SettlementReason:
    given_up = ending.today - close.day > LONGEST_WAIT
    if ending.benchmark is None:
        return SettlementReason.BENCHMARK_MISSING if given_up else WaitingCall(SettlementReason.BENCHMARK_MISSING)
    elsewhere = ending.bars is not None and ending.bars.symbol.market is not ending.benchmark.symbol.market
    bench_base = close_on(ending.benchmark, base_day)
    bench_close = close_by(ending.benchmark, close.day, LONGEST_CLOSURE if elsewhere else timedelta())
    if bench_base is None or bench_close is None:
        return SettlementReason.BENCHMARK_MISSING if given_up else WaitingCall(SettlementReason.BENCHMARK_MISSING)
    return base, close, bench_base, bench_close


def _no_close(ends_on: date, ending: CallEnding) -> WaitingCall | SettlementReason:
    late = ending.today - ends_on
    if ending.delisted_on is not None and ending.delisted_on <= ending.today:
        return SettlementReason.DELISTED
    if ending.suspended:
        return SettlementReason.SUSPENDED if late > SUSPENDED_WAIT else WaitingCall(SettlementReason.SUSPENDED)
    return SettlementReason.NO_CLOSE_NEAR_THE_END if late > LONGEST_WAIT else WaitingCall(SettlementReason.NO_CLOSE_YET)


def _final(
    settlement_id: str,
    call_id: str,
    owner_id: str,
    call_hash: str,
    now: datetime,
    state: SettlementState,
    **outcome: Any,
) -> Settlement:
    return Settlement(
        id=settlement_id,
        call_id=call_id,
        owner_id=owner_id,
        call_hash=call_hash,
        settled_at=now,
        state=state,
        **outcome,
    )


def read_settlement(body: str) -> Settlement:
    """A settlement from its text in the book."""
    fields: dict[str, Any] = json.loads(body)
    for name in ("seq", "previous_hash"):
        fields.pop(name)
    fields["settled_at"] = datetime.fromisoformat(fields["settled_at"])
    fields["state"] = SettlementState(fields["state"])
    fields["reason"] = SettlementReason(fields["reason"]) if fields["reason"] else None
    for name in ("close", "benchmark_close"):
        fields[name] = read_price_row(fields[name])
    return Settlement(**fields)
