"""A message on its way through a whole turn."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

import apps.api.orchestration as package
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, Reply, RuntimePolicy
from apps.api.orchestration.core import _resolve_handler_from_module
from apps.api.orchestration.shared import AskedPolicy
from packages.contracts.chat_events import StreamErrorDetail
from packages.core.errors import Invalid, Unavailable
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.model import ChatSessionStatus, Role, SessionMessage, TurnStatus
from packages.domain.conversation.ports import ClientTurnTaken, TurnInProgress, UnknownSession, UnknownTurn
from tests.apps.api.orchestration.desk import ChatDesk, Told, open_chat_desk
from tests.apps.api.orchestration.rig import OWNER, answer, delta

FULL = Profile(RiskTolerance.MODERATE, ReturnExpectation.GROWTH, TradingYears.YEARS_1_3)
FORGOTTEN = Unavailable("Gone.", details={"parameter": "previous_response_id"})
SOMEBODY = "00000000-0000-7000-8000-0000000000ff"


@pytest.fixture
async def desk() -> AsyncIterator[ChatDesk]:
    async with open_chat_desk() as desk:
        yield desk


def _moves_on(context: PhaseContext, reply: Reply) -> PhaseResult:
    block = PhaseBlock({"risk_tolerance": "moderate"}, ())
    return PhaseResult(
        artifacts={Phase.KYC: block},
        missing_fields=(),
        completed=True,
        next_phase=Phase.PRE_STRATEGY,
        transition_reason="all answered",
        profile=FULL,
    )


def _told_again(answered: SessionMessage) -> dict[str, object]:
    """Why an answer broke off, as it is read from what is stored."""
    return StreamErrorDetail.model_validate(answered.failure).model_dump(mode="json")


async def test_a_turn_is_told_in_order_and_stored_as_it_was_seen(desk: ChatDesk) -> None:
    told = await desk.say("hello", answer("Hi ", "there"))
    assert told.types == ["stream_start", "text_delta", "done"]
    assert [event.seq for event in told.events] == list(range(1, len(told.events) + 1))
    assert told.done | {"session_id": "", "turn_id": "", "assistant_message_id": ""} == {
        "type": "done",
        "session_id": "",
        "turn_id": "",
        "phase": "kyc",
        "status": "active",
        "kyc_status": "incomplete",
        "missing_fields": ["kyc_field"],
        "usage": {
            "engine": "llm",
            "model": "gpt-x-1",
            "input_tokens": 7,
            "output_tokens": 2,
            "total_tokens": 9,
            "cost": "0.0123",
        },
        "assistant_message_id": "",
        "session_title": "hello",
        "stream_error": None,
        "stream_error_detail": None,
        "deployment": None,
    }
    mine, answered = await desk.messages(told)
    assert (mine.role, mine.content) == (Role.USER, "hello")
    assert (answered.role, answered.content, answered.engine) == (Role.ASSISTANT, told.text, "llm")
    assert answered.id == told.done["assistant_message_id"]
    assert answered.response_id == "resp_1"
    assert answered.failure is None
    assert desk.noted == []


async def test_the_chain_of_responses_goes_on_in_a_phase_and_ends_with_it(desk: ChatDesk) -> None:
    told = await desk.say("one", answer("1"))
    desk.phases(Phase.KYC).decide = _moves_on
    await desk.say("two", answer("2"), session_id=told.done["session_id"])
    await desk.say("three", answer("3"), session_id=told.done["session_id"])
    assert [request.previous_response_id for request in desk.voice.requests] == [None, "resp_1", None]


async def test_a_chain_that_the_server_forgot_is_begun_anew_once_with_all_that_was_said(desk: ChatDesk) -> None:
    first = await desk.say("one", answer("1"))
    desk.voice.scripts = [[FORGOTTEN], answer("2")]
    told = await desk.say("two", session_id=first.done["session_id"])
    assert (told.text, told.done["stream_error"]) == ("2", None)
    again = desk.voice.requests[-1]
    assert again.previous_response_id is None
    assert [item["content"] for item in again.input if item["role"] != "developer"] == ["one", "1", "two"]
    desk.voice.scripts = [[delta("half"), FORGOTTEN], answer("never")]
    assert (await desk.say("three", session_id=first.done["session_id"])).done["stream_error"] == "Gone."


async def test_a_phase_moves_with_its_reason_and_leaves_a_memory_that_is_used_once(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = _moves_on
    told = await desk.say("moderate", answer("Noted."))
    assert told.types[-2:] == ["phase_change", "done"]
    assert told.of("phase_change")[0]["to_phase"] == "pre_strategy"
    done = told.done
    assert (done["phase"], done["kyc_status"]) == ("pre_strategy", "complete")
    assert done["missing_fields"] == ["pre_strategy_field"]
    (move,) = await desk.transitions(told)
    assert (move.from_phase, move.to_phase, move.trigger) == ("kyc", "pre_strategy", "chat_turn")
    assert move.reason == "all answered"
    assert await desk.profiles.of(OWNER) == FULL
    for expected in (True, False):
        await desk.say("go on", answer("ok"), session_id=done["session_id"])
        words = str(desk.voice.requests[-1].input[-1]["content"])
        assert words.startswith("[PHASE MEMORY: kyc]") is expected
        assert ("user: moderate\nassistant: Noted." in words) is expected


async def test_a_memory_survives_a_turn_that_failed(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = _moves_on
    told = await desk.say("moderate", answer("Noted."))
    for script in ([delta("half")], [Unavailable("Busy.")], answer("ok")):
        await desk.say("go on", script, session_id=told.done["session_id"])
        assert "PHASE MEMORY" in str(desk.voice.requests[-1].input[-1]["content"])
    await desk.say("go on", answer("ok"), session_id=told.done["session_id"])
    assert "PHASE MEMORY" not in str(desk.voice.requests[-1].input[-1]["content"])


async def test_a_turn_that_broke_moves_nothing_and_keeps_what_was_said(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = _moves_on
    told = await desk.say("moderate", [delta("I was ab")])
    assert told.done["phase"] == "kyc"
    assert told.done["stream_error_detail"]["category"] == "protocol"
    assert told.text.startswith("I was ab\n\nThe answer broke off")
    mine, answered = await desk.messages(told)
    assert answered.content == told.text
    assert (mine.failure, _told_again(answered)) == (None, told.done["stream_error_detail"])
    assert (await desk.session(told)).previous_response_id is None
    assert await desk.transitions(told) == []
    assert not (await desk.profiles.of(OWNER)).is_complete


async def test_a_move_that_the_table_does_not_have_fails_the_turn_and_moves_nothing(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = lambda context, reply: replace(
        _moves_on(context, reply), next_phase=Phase.DEPLOYMENT
    )
    told = await desk.say("deploy now", answer("Deployed!"))
    assert told.done["phase"] == "kyc"
    assert told.done["stream_error_detail"]["class"] == "ForbiddenMove"
    assert (await desk.messages(told))[1].content.startswith("Deployed!")


@pytest.mark.parametrize("stage", ["hydrate", "build_prompt", "post_process"])
@pytest.mark.parametrize("error", [Unavailable("The disk is full."), ZeroDivisionError("secret")])
async def test_a_stage_that_fails_ends_in_one_done_and_tells_no_secrets(
    desk: ChatDesk, monkeypatch: pytest.MonkeyPatch, stage: str, error: Exception
) -> None:
    async def fail(*_: object) -> object:
        raise error

    first = await desk.say("before", answer("ok"))
    monkeypatch.setattr(desk.phases(Phase.KYC), stage, fail)
    told = await desk.say("hello", answer("Hi"), session_id=first.done["session_id"])
    assert told.done["stream_error"]
    assert "secret" not in told.events[-1].json
    assert told.done["stream_error_detail"]["class"] == type(error).__name__
    *_, mine, answered = await desk.messages(told)
    assert mine.content == "hello"
    assert answered.content == told.text != ""
    assert _told_again(answered) == told.done["stream_error_detail"]
    assert (await desk.session(told)).previous_response_id is None, "the chain lacks this turn"
    monkeypatch.undo()
    again = await desk.say("hello", answer("Hi"), session_id=told.done["session_id"])
    assert again.done["stream_error"] is None


async def test_silence_is_answered_with_what_is_missing(desk: ChatDesk) -> None:
    told = await desk.say("hello", answer())
    assert "kyc_field" in told.text
    assert told.done["stream_error"] is None


async def test_a_message_sent_again_is_answered_once_with_the_same_events(desk: ChatDesk) -> None:
    first = await desk.say("hello", answer("Hi"), client_turn_id="c1")
    again = await desk.say("hello", client_turn_id="c1")
    assert again.events == first.events
    assert len(desk.voice.requests) == 1
    with pytest.raises(ClientTurnTaken):
        await desk.say("something else", client_turn_id="c1")


async def test_a_message_sent_again_while_it_is_answered_attaches(desk: ChatDesk) -> None:
    gate = asyncio.Event()
    desk.voice.scripts = [[delta("Hi"), gate, *answer("!")]]
    async with asyncio.TaskGroup() as group:
        first = group.create_task(desk.say("hello", client_turn_id="c1"))
        while not desk.voice.requests:
            await asyncio.sleep(0)
        second = group.create_task(desk.say("hello", client_turn_id="c1"))
        await asyncio.sleep(0)
        gate.set()
    assert first.result().events == second.result().events
    assert first.result().text == "Hi!"


async def test_a_conversation_answers_one_message_at_a_time(desk: ChatDesk) -> None:
    first = await desk.say("hello", answer("Hi"))
    gate = asyncio.Event()
    session_id = first.done["session_id"]
    async with asyncio.TaskGroup() as group:
        group.create_task(desk.say("one", [gate, *answer("1")], session_id=session_id))
        while len(desk.voice.requests) < 2:
            await asyncio.sleep(0)
        with pytest.raises(TurnInProgress):
            await desk.say("two", session_id=session_id)
        gate.set()


async def _left_after_the_first_event(desk: ChatDesk, message: str) -> str:
    events = desk.orchestrator.handle_message_stream(OWNER, message, language=Language.EN)
    told = Told([await anext(events)])
    await events.aclose()
    return str(told.of("stream_start")[0]["turn_id"])


async def _followed(desk: ChatDesk, turn_id: str, after: int = 0) -> Told:
    return Told([event async for event in await desk.orchestrator.follow(OWNER, turn_id, after)])


async def test_a_client_that_leaves_stops_nothing_and_reads_on_by_number(desk: ChatDesk) -> None:
    gate = asyncio.Event()
    desk.voice.scripts = [[delta("a"), gate, *answer("b")]]
    turn_id = await _left_after_the_first_event(desk, "hello")
    gate.set()
    whole, rest = await _followed(desk, turn_id), await _followed(desk, turn_id, after=2)
    assert whole.text == "ab"
    assert rest.events == whole.events[2:]
    with pytest.raises(UnknownTurn):
        await desk.orchestrator.follow(SOMEBODY, turn_id)


async def test_a_person_can_stop_the_answer_and_keeps_what_was_shown(desk: ChatDesk) -> None:
    desk.phases(Phase.KYC).decide = _moves_on
    desk.voice.scripts = [[delta("so far. And"), asyncio.Event()]]
    turn_id = await _left_after_the_first_event(desk, "hello")
    follower = await desk.orchestrator.follow(OWNER, turn_id)
    async for event in follower:
        if event.type == "text_delta":
            break
    assert (await desk.orchestrator.stop(OWNER, turn_id)).status is TurnStatus.STREAMING
    told = await _followed(desk, turn_id)
    assert told.text.startswith("so far")
    assert (told.done["stream_error"], told.done["phase"]) == (None, "kyc")
    assert (await desk.journal.turn(OWNER, turn_id)).status is TurnStatus.STOPPED
    assert (await desk.orchestrator.stop(OWNER, turn_id)).status is TurnStatus.STOPPED
    with pytest.raises(UnknownTurn):
        await desk.orchestrator.stop(SOMEBODY, turn_id)


async def test_the_next_message_closes_a_turn_whose_process_died(desk: ChatDesk) -> None:
    session_id = await desk.dead_turn("lost words")
    told = await desk.say("again", answer("Hi"), session_id=session_id)
    assert told.done["stream_error"] is None
    dead = await desk.say("lost words", client_turn_id="dead")
    assert dead.done["stream_error_detail"]["category"] == "crashed"
    contents = [message.content for message in await desk.messages(told)]
    assert contents[0] == "lost words"
    assert contents[-2:] == ["again", "Hi"]


async def test_who_has_told_about_themselves_before_is_not_asked_again(desk: ChatDesk) -> None:
    assert (await desk.orchestrator.begin_session(OWNER, Language.ZH)).phase == "kyc"
    desk.chat.profiles[OWNER] = FULL
    assert (await desk.orchestrator.begin_session(OWNER, Language.ZH)).phase == "pre_strategy"
    told = await desk.say("hello", answer("Hi"))
    assert (told.done["phase"], told.done["kyc_status"]) == ("pre_strategy", "complete")


async def test_another_persons_conversation_is_unknown(desk: ChatDesk) -> None:
    told = await desk.say("hello", answer("Hi"))
    with pytest.raises(UnknownSession):
        await anext(desk.orchestrator.handle_message_stream(SOMEBODY, "hello", session_id=told.done["session_id"]))
    with pytest.raises(UnknownSession):
        await desk.orchestrator.delete(SOMEBODY, told.done["session_id"])


async def test_a_tool_that_the_stage_does_not_have_is_refused_before_anything_is_stored(desk: ChatDesk) -> None:
    with pytest.raises(Invalid, match="create_deployment"):
        await desk.say("hello", runtime_policy=AskedPolicy(allowed_tools=("create_deployment",)))
    assert desk.chat.messages == []


async def test_a_message_sent_again_is_found_although_its_tools_do_not_fit_the_stage_any_more(desk: ChatDesk) -> None:
    asked = AskedPolicy(tool_mode="replace", allowed_tools=("candles",))
    first = await desk.say("hello", answer("Hi"), client_turn_id="c1", runtime_policy=asked)
    desk.phases(Phase.KYC).policy = RuntimePolicy("asking", {})
    for session_id in (None, first.done["session_id"]):
        again = await desk.say("hello", client_turn_id="c1", session_id=session_id, runtime_policy=asked)
        assert again.events == first.events
    with pytest.raises(Invalid, match="candles"):
        await desk.say("hello", client_turn_id="c2", runtime_policy=asked)
    with pytest.raises(ClientTurnTaken):
        await desk.say("something else", client_turn_id="c1", runtime_policy=asked)
    assert len(desk.voice.requests) == 1


async def test_a_conversation_that_is_deleted_while_it_answers_ends_its_turn(desk: ChatDesk) -> None:
    desk.voice.scripts = [[delta("so far"), asyncio.Event()]]
    events = desk.orchestrator.handle_message_stream(OWNER, "hello")
    first = Told([await anext(events)]).of("stream_start")[0]
    await desk.orchestrator.delete(OWNER, first["session_id"])
    told = Told([event async for event in events])
    assert told.done["stream_error"] is None


async def test_a_session_that_is_through_says_so(desk: ChatDesk) -> None:
    told = await desk.say("hello", answer("Hi"))
    session = await desk.session(told)
    desk.chat.sessions[session.id] = replace(session, phase="deployment")
    desk.phases(Phase.DEPLOYMENT).decide = lambda context, reply: PhaseResult(
        {Phase.DEPLOYMENT: PhaseBlock({"deployment_id": "d1", "deployment_status": "deployed"})},
        (),
        completed=True,
        next_phase=Phase.COMPLETED,
    )
    done = (await desk.say("yes", answer("Done."), session_id=session.id)).done
    assert (done["phase"], done["status"]) == ("completed", "completed")
    assert done["deployment"]["deployment_id"] == "d1"
    assert (await desk.session(told)).status is ChatSessionStatus.COMPLETED


def test_the_handler_is_the_packages_of_this_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    sentinel = object()
    monkeypatch.setattr(package, "get_handler", lambda phase: sentinel)
    assert _resolve_handler_from_module(Phase.KYC) is sentinel
