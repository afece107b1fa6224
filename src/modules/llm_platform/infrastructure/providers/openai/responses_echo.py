"""Whether a server that answers in the Responses protocol does what it was asked, judged by what its answer repeats.

OpenAI numbers every event and repeats the request in its `Response` object. Other servers took over the endpoint and
leave out, without a word, what they do not do: llama.cpp numbers nothing, repeats nothing and ignores shapes and tools.
"""

import json
from collections.abc import Mapping

from packages.core.messages import message
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Finish, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.server_words import whom
from src.modules.llm_platform.infrastructure.providers.status_faults import Unheeded

Told = Mapping[str, object]


def demand_turn(config: ModelConfig, request: StreamRequest, first: Told) -> None:
    """Raises `Unheeded` by the first event of a stream, before anything was told."""
    if not isinstance(first.get("sequence_number"), int):
        raise _unheeded(config, "llm_platform.events_not_numbered")
    response = first.get("response")
    echo = response if isinstance(response, Mapping) else {}
    if not {server.server_label for server in request.tools} <= _hosted_labels(echo.get("tools")):
        raise _unheeded(config, "llm_platform.tools_not_repeated")
    wanted = request.previous_response_id
    if wanted is not None and echo.get("previous_response_id") != wanted:
        raise _unheeded(config, "llm_platform.previous_not_repeated")


def demand_shape(config: ModelConfig, request: ModelRequest, response: object, answer: ModelAnswer) -> None:
    """Raises `Unheeded` with the answer when a shape was asked for, is not repeated, and the answer is no JSON. What is
    JSON all the same is accepted: asking again would be paid again."""
    if request.schema is None or _repeats_shape(response) or _may_have_shape(answer):
        return
    raise _unheeded(config, "llm_platform.shape_not_kept", answer)


def _unheeded(config: ModelConfig, what: str, answer: ModelAnswer | None = None) -> Unheeded:
    fault = Unheeded("llm_platform.half_responses_protocol", model=whom(config), what=message(what), may_be_paid=True)
    fault.answer = answer
    return fault


def _hosted_labels(tools: object) -> set[object]:
    told = [tool for tool in tools if isinstance(tool, Mapping)] if isinstance(tools, list) else []
    return {str(tool.get("server_label")) for tool in told if tool.get("type") == "mcp"}


def _repeats_shape(response: object) -> bool:
    match response:
        case {"text": {"format": {"type": "json_schema"}}}:
            return True
        case _:
            return False


def _may_have_shape(answer: ModelAnswer) -> bool:
    """Of an answer that was cut only its beginning can be judged, of a refusal nothing."""
    if answer.finish is Finish.FILTERED:
        return True
    if answer.finish is Finish.LENGTH:
        return answer.text.lstrip().startswith(("{", "["))
    try:
        return isinstance(json.loads(answer.text), dict | list)
    except ValueError:
        return False
