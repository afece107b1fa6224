"""A call book in memory, with the same chains."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from src.modules.judge.domain.call import Call, CallEntry, read_call, refuse_past
from src.modules.judge.domain.chain import ChainCheck, ExportedHead, Head, Link, StoredLink, check_chain, next_link
from src.modules.judge.domain.ports import CallTally
from src.modules.judge.domain.settlement import Settlement, SettlementState, read_settlement


@dataclass
class _Chain:
    links: list[StoredLink] = field(default_factory=list)
    head: Head = field(default_factory=Head)

    def add(self, content: dict[str, object], columns: tuple[str, ...]) -> Link:
        link = next_link(self.head, content)
        self.links.append(StoredLink(link, {name: content[name] for name in columns}))
        self.head = Head(link.seq, link.hash)
        return link


class InMemoryCallBook:
    def __init__(self, *, live: bool = True) -> None:
        self._live = live
        self._calls: dict[str, _Chain] = {}
        self._ends: dict[str, _Chain] = {}

    async def append(self, calls: Sequence[Call]) -> Sequence[CallEntry]:
        return [self._append(call) for call in calls]

    async def find(self, owner_id: str, session_id: str) -> CallEntry | None:
        return next((one for one in self._entries(owner_id) if one.call.session_id == session_id), None)

    async def page(self, owner_id: str, limit: int, before: int | None = None) -> Sequence[CallEntry]:
        newest = [one for one in reversed(self._entries(owner_id)) if before is None or one.seq < before]
        return newest[:limit]

    async def due(self, day: date, owner_id: str | None = None) -> Sequence[CallEntry]:
        owners = [owner_id] if owner_id is not None else sorted(self._calls)
        found = [one for owner in owners for one in self._entries(owner)]
        return [
            one
            for one in found
            if one.call.ends_on is not None
            and one.call.ends_on <= day
            and one.call.id not in self._ended(one.call.owner_id)
        ]

    async def settle(self, settlements: Sequence[Settlement]) -> int:
        new = 0
        for one in settlements:
            if one.call_id not in self._ended(one.owner_id):
                self._ends.setdefault(one.owner_id, _Chain()).add(one.content(), ("owner_id", "call_id", "state"))
                new += 1
        return new

    async def settlements(self, owner_id: str, call_ids: Sequence[str]) -> dict[str, Settlement]:
        return {name: one for name, one in self._ended(owner_id).items() if name in call_ids}

    async def settled(self, owner_id: str) -> Sequence[tuple[CallEntry, Settlement]]:
        ended = self._ended(owner_id)
        return [
            (one, ended[one.call.id])
            for one in self._entries(owner_id)
            if one.call.id in ended and ended[one.call.id].state is SettlementState.SETTLED
        ]

    async def tally(self, owner_id: str) -> CallTally:
        entries, ended = self._entries(owner_id), self._ended(owner_id).values()
        settled = sum(one.state is SettlementState.SETTLED for one in ended)
        return CallTally(len(entries), sum(one.call.ends_on is None for one in entries), settled, len(ended) - settled)

    async def verify(self, owner_id: str, exported: Sequence[ExportedHead] = ()) -> Sequence[ChainCheck]:
        books = (("calls", self._calls), ("settlements", self._ends))
        chains = [(name, chains.get(owner_id, _Chain())) for name, chains in books]
        return [check_chain(name, chain.links, chain.head, exported) for name, chain in chains]

    async def owners(self) -> Sequence[str]:
        return sorted(self._calls)

    def _append(self, call: Call) -> CallEntry:
        known = next((one for one in self._entries(call.owner_id) if one.call.session_id == call.session_id), None)
        if known is not None:
            return known
        columns = ("owner_id", "id", "session_id", "ends_on", "made_on")
        if self._live:
            refuse_past([call])
        return _entry(self._calls.setdefault(call.owner_id, _Chain()).add(call.content(), columns))

    def _entries(self, owner_id: str) -> list[CallEntry]:
        return [_entry(one.link) for one in self._calls.get(owner_id, _Chain()).links]

    def _ended(self, owner_id: str) -> dict[str, Settlement]:
        found = [read_settlement(one.link.body) for one in self._ends.get(owner_id, _Chain()).links]
        return {one.call_id: one for one in found}


def _entry(link: Link) -> CallEntry:
    call, previous = read_call(link.body)
    return CallEntry(call, link.seq, previous, link.hash)
