"""A script of the guided voice played without a desk: tools answer what the test says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from packages.core.messages import Language
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from src.modules.llm_platform.domain.requests import McpServer
from src.modules.llm_platform.infrastructure.guided.scripts import script_of
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Patch,
    Pause,
    Say,
    Show,
    ToolAnswer,
    ToolUse,
)


@dataclass(slots=True)
class Played:
    """What a script did, step by step."""

    said: list[str] = field(default_factory=list)
    cards: list[Mapping[str, object]] = field(default_factory=list)
    patches: list[Mapping[str, object]] = field(default_factory=list)
    used: list[ToolUse] = field(default_factory=list)
    waited: float = 0.0

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def tools(self) -> list[str]:
        return [f"{each.domain}.{each.tool}" for each in self.used]

    @property
    def choices(self) -> list[object]:
        return [card["choice_id"] for card in self.cards if card["type"] == "choice_prompt"]


def play(
    said: str,
    phase: str,
    answers: Mapping[str, Any] | None = None,
    language: Literal["zh", "en"] = "en",
    *,
    is_first: bool = False,
    asked: AskedFields | None = None,
    **state: Any,
) -> Played:
    """`answers` by the name of the tool: a result, or an error with `ok` false; what is not there is not granted."""
    known, told, done = answers or {}, None, Played()
    turn = GuidedTurn(
        owner_id="owner",
        session_id="session",
        turn_id="turn",
        language=Language(language),
        understood=RuleUnderstanding().read(said, asked or AskedFields()),
        state=JsonView({"phase": phase, **state}),
        tools=_servers(known),
        is_first=is_first,
    )
    script = script_of(turn)
    while True:
        try:
            step = script.send(told)
        except StopIteration:
            return done
        told = None
        match step:
            case Say(text):
                done.said.append(text)
            case Show(card):
                done.cards.append(card)
            case Patch(fields):
                done.patches.append(fields)
            case Pause(seconds):
                done.waited += seconds
            case ToolUse():
                done.used.append(step)
                told = _told(known, step)


def _told(known: Mapping[str, Any], step: ToolUse) -> ToolAnswer:
    answer = known.get(f"{step.domain}.{step.tool}")
    if answer is None:
        return ToolAnswer(False, JsonView(), is_granted=False)
    return ToolAnswer(answer.get("ok", True), JsonView(answer))


def _servers(known: Mapping[str, Any]) -> tuple[McpServer, ...]:
    names = [name.split(".") for name in known]
    return tuple(
        McpServer(
            server_label=domain,
            server_url=f"http://desk/mcp/{domain}",
            headers={},
            allowed_tools=tuple(tool for label, tool in names if label == domain),
        )
        for domain in dict.fromkeys(label for label, _ in names)
    )
