"""One guided turn as a script gets it: state, wording, formats of numbers; and the steps that a script yields."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from packages.contracts.sentences import recalled_field
from packages.core.messages import Language, Param, in_language, message_of
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.wording import is_worded, say
from src.modules.llm_platform.domain.requests import McpServer

_ADVICE = "tools.advice_"


@dataclass(frozen=True, slots=True)
class JsonView:
    """What the state of a session or the result of a tool says."""

    value: object = None

    def at(self, *path: str) -> "JsonView":
        found = self.value
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return JsonView(found)

    def text(self, *path: str) -> str:
        found = self.at(*path).value
        return found if isinstance(found, str) else ""

    def number(self, *path: str) -> float | None:
        """Also one that is written as text, as money is."""
        found = self.at(*path).value
        if isinstance(found, bool):
            return None
        if isinstance(found, str):
            try:
                return float(found)
            except ValueError:
                return None
        return float(found) if isinstance(found, int | float) else None

    def count(self, *path: str) -> int:
        found = self.number(*path)
        return 0 if found is None else int(found)

    def is_true(self, *path: str) -> bool:
        return self.at(*path).value in (True, "true")

    def rows(self, *path: str) -> "list[JsonView]":
        found = self.at(*path).value
        if isinstance(found, str) or not isinstance(found, Sequence):
            return []
        return [JsonView(each) for each in found]

    def texts(self, *path: str) -> list[str]:
        return [each.value for each in self.rows(*path) if isinstance(each.value, str)]

    def mapping(self, *path: str) -> dict[str, object]:
        found = self.at(*path).value
        return dict(found) if isinstance(found, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence for the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """A card of the closed union, as JSON."""

    card: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Patch:
    """Fields of the phase that the handler may take over, once it has checked them."""

    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call, answered by a `ToolAnswer`. A call that `changes` something gets a key of its own."""

    domain: str
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits before the next poll."""

    seconds: float


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool answered; `is_granted` False when this turn may not call it, so that nothing was called."""

    ok: bool
    result: JsonView
    is_granted: bool = True

    def said(self, name: str, language: Language) -> str:
        """The `message` of a failure, or its `suggestion`; empty where there is none, or where it advises a caller of
        tools and not a person."""
        error = self.result.mapping("error")
        text = recalled_field(error, name) if error.get(name) else ""
        return "" if message_of(text).code.startswith(_ADVICE) else in_language(text, language)

    @property
    def code(self) -> str:
        return self.result.text("error", "code")


Step: TypeAlias = Say | Show | Patch | ToolUse | Pause
Script: TypeAlias = Generator[Step, ToolAnswer | None, None]
Asking: TypeAlias = Generator[Step, ToolAnswer | None, ToolAnswer]
Naming: TypeAlias = Generator[Step, ToolAnswer | None, str]  # ends with an id, or "" where there is none


def use(domain: str, tool: str, **arguments: object) -> Asking:
    """Calls a tool that only reads; arguments of None are omitted."""
    return (yield from _answered(ToolUse(domain, tool, _given(arguments))))


def change(domain: str, tool: str, **arguments: object) -> Asking:
    """Calls a tool that changes something."""
    return (yield from _answered(ToolUse(domain, tool, _given(arguments), changes=True)))


def _answered(step: ToolUse) -> Asking:
    answer = yield step
    if answer is None:
        raise TypeError("a tool call is answered by what it came to")
    return answer


def _given(arguments: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in arguments.items() if value is not None}


@dataclass(frozen=True, slots=True)
class GuidedWording:
    """The wording of the conversation in one language."""

    language: Language

    def say(self, name: str, /, **values: Param) -> str:
        return say(self.language, name, **values)

    def label(self, group: str, code: str) -> str:
        """The name of a code; the code itself where it has none."""
        return self.own(f"{group}.{code}", code)

    def own(self, name: str, otherwise: str) -> str:
        """A sentence of the catalogue, or what somebody else said."""
        return say(self.language, name) if is_worded(name) else otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedTurn:
    """`understood` is what the person said, `state` what a model would see of the session, `tools` those that the
    stage grants; `is_first` when nobody has answered the person yet; `notice` is said before everything else."""

    owner_id: str
    session_id: str
    turn_id: str
    language: Language
    state: JsonView
    understood: Understood = field(default_factory=Understood)
    tools: tuple[McpServer, ...] = ()
    is_first: bool = False
    notice: str = ""

    @property
    def phase(self) -> str:
        return self.state.text("phase")

    @property
    def words(self) -> GuidedWording:
        return GuidedWording(self.language)

    def value(self, name: str) -> str:
        """A field of the phase, wherever the state has it: by itself, in the profile, or in the block's profile."""
        for path in ((name,), ("profile", name), ("block", "profile", name)):
            value = self.state.at(*path).value
            if isinstance(value, str | bool):
                return str(value).lower() if isinstance(value, bool) else value
        return ""

    def known(self, part: str, name: str) -> str:
        """An id or a status of a part (strategy, backtest, stress, deployment), or the phase's field of that name."""
        return self.state.text(part, name) or self.value(name)

    def scope(self, name: str) -> str:
        """What was settled before drafting: instrument, holding period, family."""
        paths = (("scope", name), ("pre_strategy", name), ("pre_strategy", "profile", name))
        settled = next((text for path in paths if (text := self.state.text(*path))), "")
        return settled or self.value(name)

    def answer(self, name: str) -> str:
        """The value of a field that the handler read from this very message."""
        rows = self.state.rows("understood")
        return next((str(each.at("value").value) for each in rows if each.text("field") == name), "")

    def grants(self, domain: str, tool: str) -> bool:
        return any(each.server_label == domain and tool in each.allowed_tools for each in self.tools)


def percent(fraction: float | None) -> str:
    """A fraction as people read it; a dash where nothing was measured."""
    return "—" if fraction is None else f"{fraction * 100:.1f} %"


def figure(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f}"


def amount(value: float | None) -> str:
    return "—" if value is None else f"{value:,.2f}"
