"""What a turn stands on."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from apps.api.agents.phases import WORKFLOW, Phase
from apps.api.agents.protocol import PhaseTools
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.shared import AskedPolicy
from apps.api.orchestration.types import ActiveTurn
from packages.contracts.chat_events import Engine
from packages.contracts.tool_grants import ToolDomain
from packages.core.errors import Invalid
from packages.domain.conversation.model import Role, SessionMessage
from tests.apps.api.orchestration.rig import (
    AT,
    OWNER,
    SESSION,
    TURN,
    Phases,
    ScriptedVoice,
    SeenGrants,
    session_in,
    turn_of,
)
from tests.fakes.clock import StoppedClock

EARLIER = SessionMessage("m1", SESSION, "older", Role.ASSISTANT, "what I said", "kyc", AT)
NOW = SessionMessage("m2", SESSION, TURN, Role.USER, "hello", "kyc", AT)
CARRYOVER = {"phase": "kyc", "from_phase": "pre_strategy", "memory": "settled: {}"}


class _Said:
    async def messages(self, owner_id: str, session_id: str) -> Sequence[SessionMessage]:
        return [EARLIER, NOW]


class _Desk(PhaseTools):
    def __init__(self) -> None:
        pass


class _Rig:
    def __init__(self) -> None:
        self.phases, self.voice, self.grants = Phases(), ScriptedVoice([]), SeenGrants()
        self.prompts = PromptBuilder(
            self.phases,
            _Desk(),
            _Said(),  # type: ignore[arg-type]
            self.voice,
            self.grants,
            StoppedClock(),
            "https://desk.example.org",
        )


@pytest.fixture
def rig() -> _Rig:
    return _Rig()


def _active(asked: AskedPolicy | None = None, **changes: object) -> ActiveTurn:
    session = session_in(**changes)  # type: ignore[arg-type]
    return ActiveTurn(turn_of(session), session, asked=asked)


async def test_every_phase_has_a_block_and_the_current_one_is_as_the_database_has_it(rig: _Rig) -> None:
    prepared = await rig.prompts.prepare(_active())
    assert tuple(prepared.context.artifacts) == WORKFLOW
    assert prepared.context.block.runtime == {"hydrated": True}
    assert prepared.context.artifacts[Phase.STRATEGY].missing_fields == ("strategy_field",)
    assert prepared.context.turns_in_phase == 1


async def test_the_tools_of_the_stage_are_handed_over_with_a_token_for_just_those(rig: _Rig) -> None:
    prepared = await rig.prompts.prepare(_active())
    (server,) = prepared.tools
    assert server.as_tool() == {
        "type": "mcp",
        "server_label": "market_data",
        "server_url": "https://desk.example.org/mcp/market_data",
        "headers": {"x-mcp-context": "secret-1"},
        "allowed_tools": ["candles", "search"],
        "require_approval": "never",
    }
    (grant,) = rig.grants.issued
    assert (grant.user_id, grant.session_id, grant.turn_id, grant.phase) == (OWNER, SESSION, TURN, Phase.KYC)
    assert (grant.domain, grant.tools) == (ToolDomain.MARKET_DATA, frozenset({"search", "candles"}))


@pytest.mark.parametrize(("engine", "by_rules"), [("rules", True), ("llm", False)])
async def test_a_token_says_whether_rules_or_a_model_will_use_it(rig: _Rig, engine: Engine, by_rules: bool) -> None:
    rig.voice.engine = engine
    await rig.prompts.prepare(_active())
    assert rig.grants.issued[0].by_rules is by_rules


async def test_work_that_the_person_has_not_asked_for_is_in_view_and_not_granted(rig: _Rig) -> None:
    phase = rig.phases.of[Phase.KYC]
    phase.policy = replace(phase.policy, withheld=frozenset({"candles"}))
    (server,) = (await rig.prompts.prepare(_active())).tools
    assert server.allowed_tools == ("candles", "search")
    assert rig.grants.issued[0].tools == frozenset({"search"})


async def test_a_client_can_take_tools_away_and_never_add_one(rig: _Rig) -> None:
    fewer = AskedPolicy(tool_mode="replace", allowed_tools=("search",))
    prepared = await rig.prompts.prepare(_active(fewer))
    assert prepared.tools[0].allowed_tools == ("search",)
    assert rig.grants.issued[0].tools == frozenset({"search"})
    none = await rig.prompts.prepare(_active(AskedPolicy(tool_mode="replace")))
    assert (none.tools, none.request.tool_choice) == ((), None)
    with pytest.raises(Invalid, match="create_deployment"):
        await rig.prompts.check_policy(_active(AskedPolicy(allowed_tools=("create_deployment",))))


async def test_a_model_that_remembers_is_told_the_new_words_and_one_that_does_not_the_old_ones_too(rig: _Rig) -> None:
    active = _active(previous_response_id="resp_0")
    chained = (await rig.prompts.prepare(active)).request
    assert chained.previous_response_id == "resp_0"
    assert [item["role"] for item in chained.input] == ["developer", "user"]
    anew = (await rig.prompts.prepare(active, chained=False)).request
    assert anew.previous_response_id is None
    assert [item["content"] for item in anew.input if item["role"] != "developer"] == ["what I said", "hello"]
    rig.voice.engine = "rules"
    assert (await rig.prompts.prepare(active)).request.previous_response_id is None


async def test_what_the_last_phase_left_stands_before_the_words_of_the_person(rig: _Rig) -> None:
    prepared = await rig.prompts.prepare(_active(metadata={"carryover": CARRYOVER}))
    assert prepared.carryover == "[PHASE MEMORY: pre_strategy]\nsettled: {}\n[/PHASE MEMORY]"
    assert prepared.request.input[-1]["content"] == f"{prepared.carryover}\n\nhello"
    assert prepared.request.understood == prepared.pieces.understood


async def test_the_model_is_told_what_was_wrong_with_its_last_answer(rig: _Rig) -> None:
    prepared = await rig.prompts.prepare(_active(metadata={"notes": ["a patch was refused"]}))
    assert prepared.request.state == {"phase": "kyc", "notes": ["a patch was refused"]}
    assert "a patch was refused" in str(prepared.request.input[-2]["content"])
