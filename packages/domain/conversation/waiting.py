"""What a conversation waits for, looked at now; the orchestrator opens a turn when some of it has ended."""

from dataclasses import dataclass

from packages.core.clock import Clock
from packages.core.ids import derived_id
from packages.domain.conversation.awaited import AwaitedWork, WorkProgress, WorkWatch, awaited_in
from packages.domain.conversation.model import ChatSession, NewTurn, Role


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """A piece of work and how far it is."""

    work: AwaitedWork
    progress: WorkProgress


async def waiting_for(session: ChatSession, watch: WorkWatch) -> tuple[WaitingFor, ...]:
    """What is gone, such as a deleted backtest, is waited for no longer."""
    polled = [(work, await watch.look(session.owner_id, work)) for work in awaited_in(session)]
    return tuple(WaitingFor(work, progress) for work, progress in polled if progress is not None)


async def ended_work(session: ChatSession, watch: WorkWatch) -> str | None:
    """The message of the turn that reports it; None while nothing has ended."""
    ended = next((each for each in await waiting_for(session, watch) if each.progress.is_over), None)
    if ended is None:
        return None
    return ended.work.failure if ended.progress.status == "failed" else ended.work.name


def follow_up_turn(session: ChatSession, message: str, holder: str, clock: Clock) -> NewTurn:
    """The same turn for everybody who saw the same end in the same state of the conversation."""
    return NewTurn(
        owner_id=session.owner_id,
        session_id=session.id,
        message=message,
        client_turn_id=derived_id("follow-up", session.id, str(session.version), message),
        language=None,
        first_phase=session.phase,
        holder=holder,
        at=clock.now(),
        role=Role.SYSTEM,
    )
