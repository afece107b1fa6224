"""One turn as the guided voice gets it, and the few things that all of its scripts ask of it."""

from dataclasses import dataclass
from typing import Literal

from src.modules.llm_platform.domain.requests import McpServer
from src.modules.llm_platform.infrastructure.guided.facts import Facts
from src.modules.llm_platform.infrastructure.guided.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedTurn:
    """`state` is what a model would be told of the session; `tools` are those that the stage grants; `is_first` when
    nobody has answered the person yet."""

    owner_id: str
    session_id: str
    turn_id: str
    language: Literal["zh", "en"]
    said: str
    state: Facts
    tools: tuple[McpServer, ...] = ()
    is_first: bool = False

    @property
    def phase(self) -> str:
        return self.state.text("phase")

    @property
    def words(self) -> Words:
        return Words(self.language)

    def field(self, name: str) -> str:
        """A field of the phase, wherever the state tells it: by itself, in the profile, or in the block's profile."""
        for path in ((name,), ("profile", name), ("block", "profile", name)):
            value = self.state.at(*path).value
            if isinstance(value, str | bool):
                return str(value).lower() if isinstance(value, bool) else value
        return ""

    def known(self, part: str, name: str) -> str:
        """An id or a status of a part (strategy, backtest, stress, deployment), or the phase's field of that name."""
        return self.state.text(part, name) or self.field(name)

    def scope(self, name: str) -> str:
        """What was settled before drafting: instrument, holding period, family."""
        paths = (("scope", name), ("pre_strategy", name), ("pre_strategy", "profile", name))
        told = next((text for path in paths if (text := self.state.text(*path))), "")
        return told or self.field(name)

    def understood(self, name: str) -> str:
        """The value of a field that the handler read from this very message."""
        rows = self.state.rows("understood")
        return next((str(each.at("value").value) for each in rows if each.text("field") == name), "")

    def grants(self, domain: str, tool: str) -> bool:
        return any(each.server_label == domain and tool in each.allowed_tools for each in self.tools)
