"""A conversation with the guided voice over the real tool servers, in process; the test plays the handlers."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from openai.types.responses import ResponseStreamEvent
from pydantic import TypeAdapter

from apps.api.agents.phases import Phase
from apps.api.agents.stages import TOOLS
from apps.api.orchestration.shared import ChatStreamer, ToolServer, TurnRequest
from packages.contracts.genui import CARD, GenUi
from packages.contracts.tool_grants import ToolGrant
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.infra.security.tokens import ToolTokens

BASE = "http://desk.test"
_EVENT: TypeAdapter[ResponseStreamEvent] = TypeAdapter(ResponseStreamEvent)
_TAG = re.compile(r"<(AGENT_UI_JSON|AGENT_STATE_PATCH)>(.*?)</\1>\s*", re.DOTALL)


@dataclass(slots=True)
class Answer:
    """What came of one turn."""

    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def written(self) -> str:
        return "".join(each["delta"] for each in self.events if each["type"] == "response.output_text.delta")

    @property
    def text(self) -> str:
        """As the person sees it."""
        return _TAG.sub("", self.written)

    @property
    def cards(self) -> list[GenUi]:
        return [CARD.validate_python(each) for each in self._tagged("AGENT_UI_JSON")]

    @property
    def patch(self) -> dict[str, Any]:
        return {name: value for each in self._tagged("AGENT_STATE_PATCH") for name, value in each.items()}

    @property
    def calls(self) -> list[dict[str, Any]]:
        done = [each["item"] for each in self.events if each["type"] == "response.output_item.done"]
        return [item for item in done if item["type"] == "mcp_call"]

    @property
    def called(self) -> list[str]:
        return [f"{each['server_label']}.{each['name']}" for each in self.calls]

    def result(self, tool: str) -> dict[str, Any]:
        """What the last call of a tool answered."""
        item = next(each for each in reversed(self.calls) if each["name"] == tool)
        told: dict[str, Any] = json.loads(item["output"] or item["error"]["content"][0]["text"])
        return told

    def card(self, kind: str) -> Any:
        return next(each for each in self.cards if each.type == kind)

    def _tagged(self, tag: str) -> Sequence[dict[str, Any]]:
        return [json.loads(content) for name, content in _TAG.findall(self.written) if name == tag]


class Talk:
    """One conversation; `state` is what its handlers would tell."""

    def __init__(self, voice: ChatStreamer, tokens: ToolTokens, ids: Ids, language: Language) -> None:
        self._voice = voice
        self._tokens = tokens
        self._ids = ids
        self._language = language

    async def say(self, said: str, phase: Phase, stage: str = "", **state: Any) -> Answer:
        """Every event is one that the SDK of a real model would take."""
        turn_id = self._ids.new()
        request = TurnRequest(
            owner_id=LOCAL_OWNER_ID,
            session_id="session",
            turn_id=turn_id,
            language=self._language,
            understood=RuleUnderstanding().read(said, AskedFields()),
            input=(),
            instructions="",
            tools=self._tools(phase, stage, turn_id),
            state={"phase": phase.value, "stage": stage, **state},
            previous_response_id=None,
        )
        answer = Answer()
        async for event in self._voice.stream_events(request):
            _EVENT.validate_python(dict(event))
            answer.events.append(dict(event))
        return answer

    def _tools(self, phase: Phase, stage: str, turn_id: str) -> tuple[ToolServer, ...]:
        return tuple(
            ToolServer(
                domain.value,
                f"{BASE}/mcp/{domain.value}",
                self._tokens.issue(ToolGrant(LOCAL_OWNER_ID, "session", turn_id, phase, domain, names)),
                tuple(sorted(names)),
            )
            for domain, names in TOOLS.get((phase, stage), {}).items()
        )
