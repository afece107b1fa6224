"""A ledger that keeps its book in memory; two of them may share one book, as two processes share a database."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import groupby

from packages.core.clock import Clock, SystemClock
from packages.core.ids import Ids
from src.modules.llm_platform.domain.errors import CallInFlight
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    Budgets,
    BudgetState,
    CallAttempt,
    CallLine,
    CallScope,
    CallStatus,
    MoneyAndTokens,
    Reused,
    UsageLine,
)
from src.modules.llm_platform.infrastructure.ledger.accounts import BudgetFigures, charging, releasing, reserving
from src.modules.llm_platform.infrastructure.ledger.begin import refusal
from src.modules.llm_platform.infrastructure.ledger.settle import UnknownAttempt, stored_message

_ENDED_BADLY = (CallStatus.FAILED, CallStatus.INTERRUPTED)


@dataclass
class Entry:
    """One try in the book."""

    id: str
    attempt: CallAttempt
    process: str
    day: date
    settlement: AttemptEnd | None = None

    @property
    def status(self) -> CallStatus:
        return self.settlement.status if self.settlement else CallStatus.STARTED


@dataclass
class Book:
    """What survives a process."""

    entries: dict[str, Entry] = field(default_factory=dict)
    accounts: dict[str, BudgetFigures] = field(default_factory=lambda: defaultdict(BudgetFigures))
    living: set[str] = field(default_factory=set)

    def move(self, names: Sequence[str], added: BudgetFigures) -> dict[str, BudgetFigures]:
        for name in names:
            sums = {
                one.name: getattr(self.accounts[name], one.name) + getattr(added, one.name) for one in fields(added)
            }
            self.accounts[name] = BudgetFigures(**sums)
        return {name: self.accounts[name] for name in names}


class InMemoryLedger:
    def __init__(
        self,
        budgets: Budgets | None = None,
        clock: Clock | None = None,
        ids: Ids | None = None,
        book: Book | None = None,
        longest_call: timedelta = timedelta(minutes=15),
    ) -> None:
        self._budgets = budgets or Budgets()
        self._clock = clock or SystemClock()
        self._ids = ids or Ids(self._clock)
        self.book = book or Book()
        self._longest_call = longest_call
        self._process = self._ids.new()
        self.book.living.add(self._process)

    async def begin(self, attempt: CallAttempt) -> Begun | Reused:
        if (same := self._same_key(attempt)) is not None:
            if same.settlement is not None:
                return Reused(same.settlement.answer or "")
            if not self._is_lost(same):
                raise CallInFlight(attempt.scope.run_id, attempt.scope.agent, same.attempt.started_at)
            self._interrupt(same)
        entry = Entry(self._ids.new(), attempt, self._process, self._today())
        self.book.entries[entry.id] = entry
        over = list(self._budgets.over(attempt.scope, entry.day))
        names = [name for name, _ in over]
        refused = refusal(attempt, over, self.book.move(names, reserving(attempt.reserved)))
        if refused is None:
            return Begun(entry.id)
        self.book.move(names, releasing(attempt.reserved))
        entry.settlement = _ended(CallStatus.FAILED, MoneyAndTokens(money=Decimal(0), tokens=0), attempt.started_at)
        entry.settlement = replace(
            entry.settlement, cost=Decimal(0), error_code=refused.code, error_message=refused.message
        )
        raise refused

    async def settle(self, attempt_id: str, settlement: AttemptEnd) -> None:
        if attempt_id not in self.book.entries:
            raise UnknownAttempt(f"No try with the id {attempt_id} was begun.")
        entry = self.book.entries[attempt_id]
        if entry.settlement is None:
            message = settlement.error_message and stored_message(settlement.error_message)
            self._end(entry, replace(settlement, error_message=message))

    async def recover(self) -> int:
        lost = [entry for entry in self.book.entries.values() if entry.settlement is None and self._is_lost(entry)]
        for entry in lost:
            self._interrupt(entry)
        return len(lost)

    async def usage(self, owner_id: str, since: date, until: date) -> Sequence[UsageLine]:
        mine = [
            entry
            for entry in self.book.entries.values()
            if entry.attempt.scope.owner_id == owner_id and since <= entry.day <= until
        ]
        return [_line(key, list(group)) for key, group in groupby(sorted(mine, key=_grouping), _grouping)]

    async def budgets(self, owner_id: str, run_id: str | None = None) -> Sequence[BudgetState]:
        over = self._budgets.over(CallScope(owner_id=owner_id, caller="", run_id=run_id), self._today())
        return [
            BudgetState(
                name=name.partition(":")[0],
                money_limit=limit.money,
                token_limit=limit.tokens,
                spent=self.book.accounts[name].spent,
                reserved=self.book.accounts[name].reserved,
            )
            for name, limit in over
        ]

    async def calls(self, owner_id: str, run_id: str | None = None, limit: int = 100) -> Sequence[CallLine]:
        mine = [
            entry
            for entry in self.book.entries.values()
            if entry.attempt.scope.owner_id == owner_id and run_id in (None, entry.attempt.scope.run_id)
        ]
        newest = sorted(mine, key=lambda one: (one.attempt.started_at, one.attempt.number, one.id), reverse=True)
        return [_call_line(entry) for entry in newest[:limit]]

    async def aclose(self) -> None:
        self.book.living.discard(self._process)

    def _same_key(self, attempt: CallAttempt) -> Entry | None:
        if attempt.key is None:
            return None
        return next((one for one in self.book.entries.values() if _is_same(one, attempt) and _is_open(one)), None)

    def _is_lost(self, entry: Entry) -> bool:
        overdue = self._clock.now() - entry.attempt.started_at > self._longest_call
        return overdue or entry.process not in self.book.living

    def _interrupt(self, entry: Entry) -> None:
        self._end(entry, _ended(CallStatus.INTERRUPTED, entry.attempt.reserved, self._clock.now()))

    def _end(self, entry: Entry, settlement: AttemptEnd) -> None:
        entry.settlement = settlement
        names = [name for name, _ in self._budgets.over(entry.attempt.scope, entry.day)]
        self.book.move(names, charging(entry.attempt.reserved, settlement.charged))

    def _today(self) -> date:
        return self._clock.now().astimezone(UTC).date()


def _is_same(entry: Entry, attempt: CallAttempt) -> bool:
    return entry.attempt.key == attempt.key and entry.attempt.scope.owner_id == attempt.scope.owner_id


def _is_open(entry: Entry) -> bool:
    ended = entry.settlement
    return ended is None or (ended.status is CallStatus.COMPLETED and ended.answer is not None)


def _ended(status: CallStatus, charged: MoneyAndTokens, at: datetime) -> AttemptEnd:
    return AttemptEnd(
        status=status,
        charged=charged,
        cost=None,
        usage=None,
        latency_ms=0,
        finished_at=at,
        error_code="interrupted",
        error_message="The process died, or gave the call up, while it was out; it may have been paid.",
    )


def _grouping(entry: Entry) -> tuple[date, str, str]:
    return entry.day, entry.attempt.model, entry.attempt.scope.caller


def _line(key: tuple[date, str, str], entries: Sequence[Entry]) -> UsageLine:
    ended = [entry.settlement for entry in entries if entry.settlement is not None]
    costs = [one.cost for one in ended if one.cost is not None]
    day, model, caller = key
    return UsageLine(
        day=day,
        model=model,
        caller=caller,
        calls=len(entries),
        failed=sum(one.status in _ENDED_BADLY for one in ended),
        input_tokens=sum(one.usage.input_tokens for one in ended if one.usage),
        output_tokens=sum(one.usage.output_tokens for one in ended if one.usage),
        cost=sum(costs, Decimal(0)) if costs else None,
        unpriced_calls=sum(one.status is CallStatus.COMPLETED and one.cost is None for one in ended),
    )


def _call_line(entry: Entry) -> CallLine:
    attempt, ended = entry.attempt, entry.settlement
    return CallLine(
        attempt_id=entry.id,
        call_id=attempt.call_id,
        number=attempt.number,
        caller=attempt.scope.caller,
        run_id=attempt.scope.run_id,
        agent=attempt.scope.agent,
        step=attempt.scope.step,
        alias=attempt.alias,
        model=attempt.model,
        status=entry.status,
        cost=ended.cost if ended else None,
        input_tokens=ended.usage.input_tokens if ended and ended.usage else None,
        output_tokens=ended.usage.output_tokens if ended and ended.usage else None,
        latency_ms=ended.latency_ms if ended else None,
        error_code=ended.error_code if ended else None,
        error_message=ended.error_message if ended else None,
        started_at=attempt.started_at,
        finished_at=ended.finished_at if ended else None,
    )
