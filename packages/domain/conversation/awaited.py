"""Work that a conversation waits for: what it is, how far it is, and what its end stands for."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.model import ChatSession
from packages.domain.conversation.understanding.model import AskedFields, FailedFetch, Understood, Wish

RESEARCH, FETCH, REPORTED = "research", "fetch", "told_work"  # in the metadata of a session
TAKEN_UP = "taken_up"  # the research whose rules the conversation has
SHOWS_RULES = "rules:"  # before the id of a strategy
_AT_WORK = frozenset({"pending", "queued", "running"})


class AwaitedKind(StrEnum):
    """The long work that a conversation starts."""

    BACKTEST = "backtest"
    STRESS = "stress"
    RESEARCH = "research"
    FETCH = "fetch"


class FetchPurpose(StrEnum):
    """What the data are for: the instrument that the person chose, one that a model brought, or research."""

    CHOSEN = "chosen"
    PROPOSED = "proposed"
    RESEARCH = "research"


@dataclass(frozen=True, slots=True)
class AwaitedWork:
    """`symbol` and `purpose` are those of a fetch."""

    kind: AwaitedKind
    id: str
    symbol: str = ""
    purpose: FetchPurpose = FetchPurpose.CHOSEN

    @property
    def name(self) -> str:
        """As the message of the turn that follows it."""
        return f"{self.kind}:{self.id}"

    @property
    def failure(self) -> str:
        """As the message of the turn that reports that nothing was fetched."""
        return f"{self.name}:failed"


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """`fraction` is None where it is unknown; `message` says what is being done, in the reader's language."""

    status: Literal["running", "done", "failed"]
    fraction: float | None = None
    message: str = ""

    @property
    def is_over(self) -> bool:
        return self.status != "running"


class WorkWatch(Protocol):
    """Looks at work of the owner's; None where there is no such work."""

    async def look(self, owner_id: str, work: AwaitedWork) -> WorkProgress | None: ...


def awaited_in(session: ChatSession) -> tuple[AwaitedWork, ...]:
    """What was at work when the last turn ended, and whose end was not reported since."""
    reported = reported_before(session.metadata)
    found = (_tested(session), _researched(session), *_fetched(session))
    return tuple(work for work in found if work is not None and work.id not in reported)


def fetch_json(job_id: str, symbol: str, purpose: FetchPurpose) -> JsonObject:
    return {"job_id": job_id, "symbol": symbol, "purpose": purpose.value}


def understood_after(work: AwaitedWork) -> Understood:
    """What its end stands for: nothing that only a person can decide."""
    match work.kind:
        case AwaitedKind.BACKTEST | AwaitedKind.STRESS:
            return Understood(wishes=(Wish.CONTINUE,))
        case AwaitedKind.RESEARCH:
            return Understood(wishes=(Wish.RESEARCH_STATUS,))
        case AwaitedKind.FETCH if work.purpose is FetchPurpose.RESEARCH:
            return Understood(wishes=(Wish.RESEARCH,), subject=work.symbol, subjects=(work.symbol,))
        case AwaitedKind.FETCH:
            chosen = work.purpose is FetchPurpose.CHOSEN
            answers = {"target_instrument": work.symbol}
            return Understood(answers=answers, is_choice=chosen, is_explicit=chosen, may_answer=True)


def reported_before(metadata: JsonObject) -> tuple[str, ...]:
    """The work whose end was reported to the conversation, the newest last."""
    reported = metadata.get(REPORTED)
    return tuple(map(str, reported)) if isinstance(reported, list | tuple) else (str(reported),) if reported else ()


def reported_work_id(name: str) -> str:
    """Whose end a turn without a person's message stands for, by its name."""
    return name.removesuffix(":failed").partition(":")[2]


def understood_from(message: str, session: ChatSession) -> Understood:
    """What the message of a turn that nobody spoke in stands for: ended work, or rules to be shown."""
    if message.startswith(SHOWS_RULES):
        return Understood(wishes=(Wish.RULES,))
    work = next((each for each in awaited_in(session) if message in (each.name, each.failure)), None)
    if work is None:
        return Understood()
    return _after_failure(work) if message == work.failure else understood_after(work)


def _after_failure(work: AwaitedWork) -> Understood:
    """Tests and research report their own failure; data that were not fetched are no choice of an instrument."""
    if work.kind is not AwaitedKind.FETCH:
        return understood_after(work)
    return Understood(fetch_failed=FailedFetch(work.id, work.symbol, work.purpose is FetchPurpose.RESEARCH))


@dataclass(frozen=True, slots=True)
class AlreadyUnderstood:
    """`Understanding` of a turn that nobody spoke in."""

    understood: Understood

    def read(self, text: str, asked: AskedFields) -> Understood:
        return self.understood


def _tested(session: ChatSession) -> AwaitedWork | None:
    match session.phase:
        case "strategy":
            profile = _part(session, "strategy", "profile")
            return _at_work(AwaitedKind.BACKTEST, profile.get("backtest_job_id"), profile.get("backtest_status"))
        case "stress_test":
            report = _part(session, "stress_test", "profile").get("stress_report_id")
            return _at_work(AwaitedKind.STRESS, report, _part(session, "stress_test", "runtime").get("stress_status"))
        case _:
            return None


def _researched(session: ChatSession) -> AwaitedWork | None:
    kept = session.metadata.get(RESEARCH)
    if not isinstance(kept, Mapping):
        return None
    return _at_work(AwaitedKind.RESEARCH, kept.get("research_session_id"), kept.get("status"))


def _fetched(session: ChatSession) -> tuple[AwaitedWork | None, ...]:
    """That of the scope, and that of a tool, such as one for research."""
    begun = _part(session, "pre_strategy", "runtime").get(FETCH) if session.phase == "pre_strategy" else None
    return (_fetch_in(begun), _fetch_in(session.metadata.get(FETCH)))


def _fetch_in(kept: JsonValue) -> AwaitedWork | None:
    if not isinstance(kept, Mapping) or not isinstance(kept.get("job_id"), str):
        return None
    purpose = FetchPurpose(str(kept.get("purpose", FetchPurpose.CHOSEN)))
    return AwaitedWork(AwaitedKind.FETCH, str(kept["job_id"]), str(kept.get("symbol", "")), purpose)


def _at_work(kind: AwaitedKind, work_id: JsonValue, status: JsonValue) -> AwaitedWork | None:
    return AwaitedWork(kind, work_id) if isinstance(work_id, str) and status in _AT_WORK else None


def _part(session: ChatSession, phase: str, part: str) -> Mapping[str, JsonValue]:
    found = session.artifacts.get(phase, {}).get(part)
    return found if isinstance(found, Mapping) else {}
