"""What a phase is to the chat: its artifacts, its prompt, and what it makes of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from apps.api.agents.phases import Phase
from packages.contracts.genui import GenUi
from packages.contracts.tool_grants import ToolDomain, TypedOverride
from packages.core.errors import Unavailable
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.awaited import AwaitedWork
from packages.domain.conversation.facts import StoredRecords
from packages.domain.conversation.understanding.model import Understanding, Understood
from packages.domain.conversation.understanding.rules import RuleUnderstanding

ToolChoice = Literal["auto", "none", "required"]


@dataclass(frozen=True, slots=True)
class PhaseBlock:
    """The artifacts of one phase: the values of its fields, which are missing, and what only the desk itself keeps."""

    profile: Mapping[str, JsonValue] = field(default_factory=dict)
    missing_fields: tuple[str, ...] = ()
    runtime: Mapping[str, JsonValue] = field(default_factory=dict)

    def as_json(self) -> JsonObject:
        return {
            "profile": dict(self.profile),
            "missing_fields": list(self.missing_fields),
            "runtime": dict(self.runtime),
        }


@dataclass(frozen=True, slots=True)
class RuntimePolicy:
    """Which stage a phase is in and which tools a model sees there; the only source of what a turn's tokens grant."""

    phase_stage: str
    tools: Mapping[ToolDomain, frozenset[str]] = field(default_factory=dict)
    tool_choice: ToolChoice = "auto"
    override: TypedOverride | None = None  # what the person typed, for the tools of trading
    withheld: frozenset[str] = frozenset()  # in a model's view, and refused until the person has asked for the work


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """A tool call of this turn as it ended; `result` is the tool's structured answer, also when it failed."""

    domain: str
    tool: str
    arguments: JsonObject
    ok: bool
    result: JsonObject


class RegimeSnapshots(Protocol):
    """How an instrument has moved, measured."""

    async def of(self, symbol: str, timeframe: str) -> JsonObject:
        """What the tool `regime_snapshot` returns; raises a `ParleyError` (`NoData`, `TooFewBars`) when it cannot."""
        ...


class NoPhaseTools(Unavailable):
    """A context was made without the ports that a handler needs."""


class DataFetches(Protocol):
    """Starts to fetch the data of an instrument; the same key is the same fetch."""

    async def begin(self, owner_id: str, symbol: str, key: str) -> str:
        """The job that fetches them; raises a `ParleyError` that says why where it cannot be begun."""
        ...


class NoDataFetches:
    """Where nothing can be fetched."""

    async def begin(self, owner_id: str, symbol: str, key: str) -> str:
        raise NoPhaseTools("conversation.tools_not_wired")


class RunningTests(Protocol):
    """Backtests and stress tests at work."""

    async def stop(self, owner_id: str, work: AwaitedWork) -> None:
        """Stops it; what has ended stays as it is."""
        ...


class NoRunningTests:
    """Where nothing runs."""

    async def stop(self, owner_id: str, work: AwaitedWork) -> None:
        raise NoPhaseTools("conversation.tools_not_wired")


@dataclass(frozen=True, slots=True)
class PhaseTools:
    """The ports of the handlers: they come with every context, and handlers themselves hold nothing."""

    records: StoredRecords
    regimes: RegimeSnapshots
    understanding: Understanding = field(default_factory=RuleUnderstanding)
    fetches: DataFetches = field(default_factory=NoDataFetches)
    tests: RunningTests = field(default_factory=NoRunningTests)


@dataclass(frozen=True, slots=True)
class PhaseContext:
    """Where a conversation stands when a turn begins; `artifacts` has a block for every phase of the workflow."""

    owner_id: str
    session_id: str
    turn_id: str
    phase: Phase
    language: Language
    artifacts: Mapping[Phase, PhaseBlock]
    profile: Profile
    now: datetime
    turns_in_phase: int = 0
    metadata: JsonObject = field(default_factory=dict)
    tools: PhaseTools | None = None
    about: str | None = None  # the rules that the person's page asked about, by their hash; None where it does not say

    @property
    def block(self) -> PhaseBlock:
        return self.artifacts.get(self.phase, PhaseBlock())

    @property
    def services(self) -> PhaseTools:
        if self.tools is None:
            raise NoPhaseTools("conversation.tools_not_wired")
        return self.tools


@dataclass(frozen=True, slots=True)
class PromptPieces:
    """`instructions` are the skills of phase and stage, `state` the session as JSON for the model (the
    same that the guided streamer reads), `understood` what the person said in this turn."""

    instructions: str
    state: JsonObject
    policy: RuntimePolicy
    understood: Understood = field(default_factory=Understood)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of the stream: the text without tags, the patches and cards that were in it, and what tools answered.
    `understood` is what the prompt of the same turn was built on."""

    understood: Understood
    text: str
    patches: Sequence[JsonObject] = ()
    cards: Sequence[GenUi] = ()
    tools: Sequence[ToolOutcome] = ()


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """What a phase makes of a reply. `artifacts` are the blocks that changed; `next_phase` with `completed` moves on,
    past the phases in `via` where no single move leads there.
    `notes` go to the model in its next turn, such as why a patch was refused. `clauses` name what binds the
    person (`kyc.risk_tolerance=conservative: no leverage`) in their language."""

    artifacts: Mapping[Phase, PhaseBlock]
    missing_fields: tuple[str, ...]
    cards: tuple[GenUi, ...] = ()
    completed: bool = False
    next_phase: Phase | None = None
    via: tuple[Phase, ...] = ()
    transition_reason: str = ""
    blocker: str | None = None
    notes: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    profile: Profile | None = None


class PhaseHandler(Protocol):
    """One phase; handlers do not know each other."""

    phase: Phase

    def init_artifacts(self) -> PhaseBlock:
        """A block with nothing in it and everything missing."""
        ...

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        """The block as the database has it now: derived fields anew, ids that are not the owner's dropped."""
        ...

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces: ...

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult: ...
