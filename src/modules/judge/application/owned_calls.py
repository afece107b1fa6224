"""An owner's calls: page through them, see how each stands, score them, and check that nothing was changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from packages.domain.market_data.sessions import local_day
from src.modules.judge.domain.call import CallEntry
from src.modules.judge.domain.chain import ChainCheck
from src.modules.judge.domain.ports import CallBook, CallTally
from src.modules.judge.domain.scores.report import ScoreReport, score_report
from src.modules.judge.domain.scores.scored import scored_call
from src.modules.judge.domain.settlement import Settlement, SettlementReason, SettlementState


@dataclass(frozen=True, slots=True)
class CallStanding:
    """A call and how it stands; `settlement` None while it waits."""

    entry: CallEntry
    settlement: Settlement | None
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class OwnedCalls:
    """Reads the book on behalf of one owner."""

    owner_id: str
    book: CallBook

    async def page(self, now: datetime, limit: int, before: int | None = None) -> Sequence[CallStanding]:
        entries = await self.book.page(self.owner_id, limit, before)
        final = await self.book.settlements(self.owner_id, [entry.call.id for entry in entries])
        return [_standing(entry, final.get(entry.call.id), now) for entry in entries]

    async def scores(self) -> tuple[ScoreReport, CallTally]:
        settled = await self.book.settled(self.owner_id)
        scored = [scored_call(entry.call, settlement) for entry, settlement in settled]
        return score_report([one for one in scored if one is not None]), await self.book.tally(self.owner_id)

    async def verify(self) -> Sequence[ChainCheck]:
        return await self.book.verify(self.owner_id)


def _standing(entry: CallEntry, final: Settlement | None, now: datetime) -> CallStanding:
    if final is not None:
        return CallStanding(entry, final, final.state.value, final.reason.value if final.reason else "")
    if entry.call.ends_on is None:
        return CallStanding(entry, None, "no_call", SettlementReason.NOTHING_CALLED.value)
    is_open = local_day(entry.call.market, now) < entry.call.ends_on
    reason = SettlementReason.HORIZON_OPEN if is_open else SettlementReason.NO_CLOSE_YET
    return CallStanding(entry, None, SettlementState.WAITING.value, reason.value)
