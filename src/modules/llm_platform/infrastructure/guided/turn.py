"""One turn as the guided scripts get it, with its wording and its formats of numbers."""

from dataclasses import dataclass, field

from packages.core.messages import Language, Param
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.wording import is_worded, say
from src.modules.llm_platform.domain.requests import McpServer
from src.modules.llm_platform.infrastructure.guided.steps import Facts


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
    """`understood` is what the person said, `state` what a model would be told of the session, `tools` those that the
    stage grants; `is_first` when nobody has answered the person yet."""

    owner_id: str
    session_id: str
    turn_id: str
    language: Language
    state: Facts
    understood: Understood = field(default_factory=Understood)
    tools: tuple[McpServer, ...] = ()
    is_first: bool = False

    @property
    def phase(self) -> str:
        return self.state.text("phase")

    @property
    def words(self) -> GuidedWording:
        return GuidedWording(self.language)

    def value(self, name: str) -> str:
        """A field of the phase, wherever the state tells it: by itself, in the profile, or in the block's profile."""
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
        told = next((text for path in paths if (text := self.state.text(*path))), "")
        return told or self.value(name)

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
