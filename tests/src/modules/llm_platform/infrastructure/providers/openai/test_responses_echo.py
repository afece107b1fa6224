"""What shows that a server does only half of the Responses protocol, and what does not."""

from dataclasses import replace

import pytest

from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import Finish, McpServer, ModelAnswer, ModelRequest, OutputSchema
from src.modules.llm_platform.domain.requests import StreamRequest as Turn
from src.modules.llm_platform.infrastructure.providers.openai.responses_provider import demand_shape, demand_turn
from src.modules.llm_platform.infrastructure.providers.status_faults import Unheeded
from tests.servers.steps import JsonObject

_CONFIG = ModelConfig(alias="main", provider=ProviderKind.AUTO, model="m-1", base_url="http://models.example/v1")
_DESK = McpServer(server_label="desk", server_url="http://desk", headers={}, allowed_tools=("add",))
_TURN = Turn(owner_id="ada", input="Hello", tools=(_DESK,), previous_response_id="resp_1")
_HOSTED = {"type": "mcp", "server_label": "desk", "server_url": "http://desk/<redacted>"}
_ECHO: JsonObject = {"id": "resp_2", "tools": [_HOSTED], "previous_response_id": "resp_1"}
_ASK = ModelRequest(prompt="Well?", schema=OutputSchema("verdict", {"type": "object"}))


def _created(**response: object) -> JsonObject:
    return {"type": "response.created", "sequence_number": 0, "response": _ECHO | response}


def test_a_first_event_that_repeats_what_was_asked_is_taken() -> None:
    demand_turn(_CONFIG, _TURN, _created())
    demand_turn(_CONFIG, replace(_TURN, tools=()), _created(tools=[]))
    demand_turn(_CONFIG, replace(_TURN, previous_response_id=None), _created(previous_response_id=None))


@pytest.mark.parametrize(
    "first",
    [
        {"type": "response.created", "response": _ECHO},
        {"type": "response.created", "sequence_number": "0", "response": _ECHO},
        {"type": "response.created", "sequence_number": 0},
        {"type": "response.created", "sequence_number": 0, "response": "resp_2"},
        _created(tools=[]),
        _created(tools=None),
        _created(tools=["desk"]),
        _created(tools=[{**_HOSTED, "server_label": "another"}]),
        _created(tools=[{"type": "function", "server_label": "desk"}]),
        _created(previous_response_id=None),
        _created(previous_response_id="resp_0"),
    ],
)
def test_a_first_event_that_leaves_something_out_is_not(first: JsonObject) -> None:
    with pytest.raises(Unheeded, match="half of the Responses protocol") as caught:
        demand_turn(_CONFIG, _TURN, first)
    assert caught.value.answer is None
    assert caught.value.may_be_paid


@pytest.mark.parametrize(
    ("text", "finish"),
    [
        ('{"verdict": "hold"}', Finish.STOP),
        (' ["hold"]\n', Finish.STOP),
        ('\n{"verd', Finish.LENGTH),
        ("I cannot help with that.", Finish.FILTERED),
    ],
)
def test_an_answer_that_may_have_its_shape_is_taken(text: str, finish: Finish) -> None:
    demand_shape(_CONFIG, _ASK, {"text": {"format": {"type": "text"}}}, ModelAnswer(text=text, finish=finish))


@pytest.mark.parametrize("response", [{}, {"text": None}, {"text": {"format": {"type": "text"}}}, []])
@pytest.mark.parametrize(
    ("text", "finish"),
    [
        ("Dear reader,", Finish.STOP),
        ("", Finish.STOP),
        ("7", Finish.STOP),
        ('{"verd', Finish.STOP),
        ("Dear", Finish.LENGTH),
        ("", Finish.LENGTH),
    ],
)
def test_an_answer_without_its_shape_is_not(response: object, text: str, finish: Finish) -> None:
    answer = ModelAnswer(text=text, finish=finish)
    with pytest.raises(Unheeded) as caught:
        demand_shape(_CONFIG, _ASK, response, answer)
    assert caught.value.answer is answer


def test_who_repeats_the_shape_or_was_not_asked_for_one_may_say_anything() -> None:
    answer = ModelAnswer(text="Dear reader,")
    demand_shape(_CONFIG, _ASK, {"text": {"format": {"type": "json_schema", "name": "verdict"}}}, answer)
    demand_shape(_CONFIG, replace(_ASK, schema=None), {}, answer)
