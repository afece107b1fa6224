"""Which fault an HTTP status is, and what of a server's words is shown."""

from dataclasses import replace

import pytest

from src.modules.llm_platform.domain.errors import ModelBusy, ModelFault, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.providers.status_faults import (
    ConversationRefused,
    EndpointMissing,
    RateLimited,
    ServerWords,
    ToolsRefused,
    fault_of_status,
    retry_after,
)

_CONFIG = ModelConfig(
    alias="main",
    provider=ProviderKind.AUTO,
    model="m-1",
    base_url="http://user:pass@models.example:8000/v1",
    api_key=Secret("sk-secret-0123456789"),
)


_HOSTED = {"error": {"message": "Invalid value: 'mcp'", "type": "invalid_request_error", "param": "tools[0].type"}}


def _fault(status: int, body: object = None, headers: dict[str, str] | None = None) -> ModelFault:
    return fault_of_status(_CONFIG, status, headers or {}, body)


def _fault_as(provider: ProviderKind, status: int, body: object) -> ModelFault:
    return fault_of_status(replace(_CONFIG, provider=provider), status, {}, body)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, {"detail": "Not Found"}),
        (404, "404 page not found"),
        (404, None),
        (405, {"detail": "Method Not Allowed"}),
        (501, {"error": {"message": "not implemented"}}),
        (400, {"error": {"message": "Unexpected endpoint or method. (POST /v1/responses)"}}),
        (400, {"error": "Unknown endpoint"}),
    ],
)
def test_a_server_without_the_endpoint_is_told_apart(status: int, body: object) -> None:
    fault = _fault(status, body)
    assert isinstance(fault, EndpointMissing)
    assert fault.code == "model_refused"


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "The model `m-1` does not exist", "code": "model_not_found"}},
        {"message": "model 'm-1' not found, try pulling it first"},
        {"error": {"message": "Previous response with id 'resp_1' not found.", "param": "previous_response_id"}},
    ],
)
def test_a_missing_model_is_no_missing_endpoint(body: object) -> None:
    fault = _fault(404, body)
    assert isinstance(fault, ModelRefused)
    assert not isinstance(fault, EndpointMissing)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "llama.cpp does not support 'previous_response_id'.", "type": "invalid_request_error"}},
        {"error": {"message": "Unknown parameter: 'previous_response_id'.", "param": "previous_response_id"}},
        {"detail": [{"loc": ["body", "previous_response_id"], "msg": "Extra inputs are not permitted"}]},
    ],
)
def test_a_server_that_keeps_no_conversations_is_told_apart(body: object) -> None:
    fault = _fault_as(ProviderKind.RESPONSES, 400, body)
    assert isinstance(fault, ConversationRefused)
    assert "keeps no conversations" in fault.message
    assert "PARLEY_LLM_API=chat_completions" in fault.message
    assert fault.details["parameter"] == "previous_response_id"


@pytest.mark.parametrize("status", [400, 404])
def test_a_conversation_that_was_lost_is_another_matter(status: int) -> None:
    words = {"message": "Previous response with id 'resp_1' not found.", "param": "previous_response_id"}
    fault = _fault_as(ProviderKind.RESPONSES, status, {"error": words})
    assert type(fault) is ModelRefused
    assert "previous response" in fault.message
    assert fault.details["parameter"] == "previous_response_id"


@pytest.mark.parametrize(
    "message",
    [
        "registry.ollama.ai/library/gemma:2b does not support tools",
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "Tool use is not supported by this model.",
    ],
)
@pytest.mark.parametrize("provider", [ProviderKind.CHAT_COMPLETIONS, ProviderKind.AUTO])
def test_a_model_that_cannot_use_tools_is_told_so_that_one_can_help_it(provider: ProviderKind, message: str) -> None:
    fault = _fault_as(provider, 400, {"error": {"message": message, "type": "api_error"}})
    assert isinstance(fault, ToolsRefused)
    assert not fault.retryable
    assert "cannot use tools (api_error): choose a model that can" in fault.message


def test_a_server_that_calls_no_tools_itself_is_to_be_asked_in_chat_completions() -> None:
    fault = _fault_as(ProviderKind.RESPONSES, 400, _HOSTED)
    assert isinstance(fault, ToolsRefused)
    assert "set PARLEY_LLM_API=chat_completions" in fault.message
    assert "set PARLEY_LLM_API=chat_completions" in _fault_as(ProviderKind.RESPONSES, 404, "404 page not found").message
    assert "PARLEY_LLM_API" not in _fault_as(ProviderKind.AUTO, 400, _HOSTED).message


def test_an_account_without_credit_is_final_although_the_status_says_later() -> None:
    fault = _fault(429, {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}})
    assert isinstance(fault, ModelRefused)
    assert "no credit" in fault.message


def test_a_rate_limit_is_its_own_category() -> None:
    fault = _fault(429, headers={"retry-after": "3"})
    assert isinstance(fault, RateLimited)
    assert isinstance(fault, ModelBusy)
    assert (fault.category, fault.details["category"], fault.code) == ("rate_limit", "rate_limit", "model_busy")
    assert fault.retry_after == 3.0


def test_a_refusal_asks_for_no_other_try() -> None:
    assert _fault(400, headers={"retry-after": "3"}).retry_after is None


def test_a_message_names_the_configuration_and_its_host_without_the_password() -> None:
    message = _fault(403).message
    assert "'main' (m-1 at models.example)" in message
    assert "pass@" not in message


def test_of_a_servers_words_only_identifiers_are_shown() -> None:
    body = {
        "error": {"message": "the prompt was: sell it all", "type": "invalid_request_error", "param": "tools[0].type"}
    }
    message = _fault(400, body).message
    assert "(invalid_request_error, tools[0].type)" in message
    assert "sell it all" not in message


@pytest.mark.parametrize("code", ["sk-secret-0123456789", "two words", "x" * 61, ["a"], None, True])
def test_what_is_no_identifier_is_not_shown(code: object) -> None:
    message = _fault(400, {"error": {"message": "m", "code": code}}).message
    assert message == "'main' (m-1 at models.example) refused the request."


@pytest.mark.parametrize("body", [None, "", "text", [], {}, {"error": None}, {"error": []}, {"error": "text"}, 7])
def test_any_body_can_be_read(body: object) -> None:
    assert isinstance(ServerWords.of(body), ServerWords)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-4"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "later", "retry-after": "2"}, 2.0),
        ({"retry-after": "Fri, 06 Nov 2026 10:00:30 GMT"}, None),
        ({"retry-after": "Fri, 06 Nov 2026 10:00:30 GMT", "date": "Fri, 06 Nov 2026 10:01:00 GMT"}, 0.0),
        ({"retry-after": "Fri, 06 Nov 2026 10:00:30 -0000", "date": "Fri, 06 Nov 2026 10:00:00 GMT"}, 30.0),
    ],
)
def test_when_to_come_again(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds
