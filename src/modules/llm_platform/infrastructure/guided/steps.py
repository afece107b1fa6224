"""What a script of the guided voice does, step by step; scripts only say it, and the streamer does it."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from src.modules.llm_platform.infrastructure.guided.facts import Facts


@dataclass(frozen=True, slots=True)
class Say:
    """Words for the person."""

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
class Use:
    """A tool call; what it came to is sent back as `Told`. A call that `changes` something gets a key of its own."""

    domain: str
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits before looking again."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Told:
    """What a tool answered; `is_granted` False when this turn may not call it, so that nothing was called."""

    ok: bool
    facts: Facts
    is_granted: bool = True

    @property
    def message(self) -> str:
        return self.facts.text("error", "message")

    @property
    def suggestion(self) -> str:
        return self.facts.text("error", "suggestion")

    @property
    def code(self) -> str:
        return self.facts.text("error", "code")


Step: TypeAlias = Say | Show | Patch | Use | Pause
Script: TypeAlias = Generator[Step, Told | None, None]
Asking: TypeAlias = Generator[Step, Told | None, Told]
Naming: TypeAlias = Generator[Step, Told | None, str]  # ends with an id, or "" where there is none


def use(domain: str, tool: str, **arguments: object) -> Asking:
    """Calls a tool that only reads; arguments of None are left out."""
    return (yield from _told(Use(domain, tool, _given(arguments))))


def change(domain: str, tool: str, **arguments: object) -> Asking:
    """Calls a tool that changes something."""
    return (yield from _told(Use(domain, tool, _given(arguments), changes=True)))


def _told(step: Use) -> Asking:
    told = yield step
    if told is None:
        raise TypeError("a tool call is answered by what it came to")
    return told


def _given(arguments: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in arguments.items() if value is not None}
