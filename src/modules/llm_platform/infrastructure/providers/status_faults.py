"""Which fault an HTTP status or an error event is, and how long the server wants to be left alone."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import assert_never

from src.modules.llm_platform.domain.errors import Category, ModelBusy, ModelFault, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, Provider
from src.modules.llm_platform.domain.requests import ModelAnswer
from src.modules.llm_platform.infrastructure.providers.server_words import ServerWords, whom

_BUSY = frozenset({408, 409, 425, 429})
# Gateways that lost the model's answer on its way back; the other 5xx come from a server that had none.
_ANSWER_LOST = frozenset({502, 504, 520, 524})
_NO_CREDIT = r"insufficient_quota|insufficient.{0,20}(balance|credit)|billing"
_NOT_TAKEN = (
    r"not (yet )?(support|permitted|allowed|implemented|enabled)|unsupported|unrecogni[sz]ed|unexpected|extra"
    r"|unknown.(parameter|argument|field)"
)
_FINAL = r"invalid|unsupported|policy|context_length|too_large|image|permission|authentication|not_found|data_residency"


class EndpointMissing(ModelRefused):
    """The server does not speak this protocol; it may speak another."""

    code = ModelRefused.code


class ToolsRefused(ModelRefused):
    """The server does not take tools of this kind."""

    code = ModelRefused.code


class ConversationRefused(ModelRefused):
    """The server keeps no conversations, so no turn can name an earlier one."""

    code = ModelRefused.code


class Unheeded(ModelRefused):
    """The server answered without doing what it was asked; `answer` is what it said, when it was heard to the end."""

    code = ModelRefused.code
    answer: ModelAnswer | None = None


class RateLimited(ModelBusy):
    """429: too many requests or tokens in a stretch of time."""

    category: Category = "rate_limit"
    code = ModelBusy.code


def fault_of_status(config: ModelConfig, status: int, headers: Mapping[str, str], body: object) -> ModelFault:
    """`headers` must find names in any case; `body` as parsed from JSON, or text."""
    words = ServerWords.of(body)
    kind: type[ModelFault]
    kind, sentence = _refusal(config, status, words) or _busy(config, status, words)
    fault = kind(
        sentence,
        status_code=status,
        request_id=headers.get("x-request-id") or headers.get("request-id"),
        retry_after=retry_after(headers) if issubclass(kind, ModelBusy) else None,
        may_be_paid=status in _ANSWER_LOST,
    )
    parameter = "previous_response_id" if kind is ConversationRefused else words.parameter
    if parameter:
        fault.details["parameter"] = parameter
    return fault


def fault_of_words(config: ModelConfig, words: ServerWords, request_id: str | None = None) -> ModelFault:
    """For an error that a server tells in the middle of its answer, when tokens may have been spent already."""
    kind, sentence = _mid_answer(config, words)
    return kind(sentence, request_id=request_id, may_be_paid=True)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, as the server asks; a date is read against the server's own clock."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    told = headers.get("retry-after")
    seconds = _number(told)
    if seconds is not None:
        return seconds
    until, now = _date(told), _date(headers.get("date"))
    return max(0.0, (until - now).total_seconds()) if until and now else None


def _refusal(config: ModelConfig, status: int, words: ServerWords) -> tuple[type[ModelRefused], str] | None:
    """None: it is worth another try."""
    why = words.shown(config)
    if words.mention(_NO_CREDIT) and status in (402, 403, 429):
        return ModelRefused, _no_credit(config)
    if _has_no_such_endpoint(status, words):
        return EndpointMissing, f"{whom(config)} has no such endpoint: check base_url, or {_other_protocol(config)}."
    if status in _BUSY or status >= 500:
        return None
    if _is_about_the_previous(words) and words.mention(_NOT_TAKEN):
        sentence = f"{whom(config)} keeps no conversations (previous_response_id): {_other_protocol(config)}."
        return ConversationRefused, sentence
    if status in (400, 422) and _is_about_tools(words):
        return ToolsRefused, _tools_sentence(config, words)
    return ModelRefused, _refusal_sentence(config, status, words) or f"{whom(config)} refused the request{why}."


def _refusal_sentence(config: ModelConfig, status: int, words: ServerWords) -> str | None:
    why = words.shown(config)
    if status == 401:
        if config.api_key is None:
            return f"{whom(config)} asks for a key, and there is none: add one under Settings → Models."
        return f"The key of {whom(config)} was refused{why}: check it under Settings → Models."
    if status == 403:
        return f"The key of {whom(config)} may not use this model{why}: ask its maker, or choose another model."
    if status == 404:
        return f"{whom(config)} does not know the model or the previous response{why}: check the model's name."
    if 300 <= status < 400:
        return f"{whom(config)} sends requests elsewhere, where the key does not go: set base_url to the final address."
    if _is_about_the_previous(words):
        return f"{whom(config)} does not know the previous response{why}: send what was said so far instead."
    if status == 413 or words.mention("context_length|maximum context|exceed_context|context size"):
        return f"The text is too long for {whom(config)}{why}: send less of it."
    return None


def _busy(config: ModelConfig, status: int, words: ServerWords) -> tuple[type[ModelBusy], str]:
    why = words.shown(config)
    if status == 429:
        return RateLimited, f"{whom(config)} has had too many requests lately{why}: try again later."
    return ModelBusy, f"{whom(config)} is busy or failed inside with status {status}{why}: try again later."


def _mid_answer(config: ModelConfig, words: ServerWords) -> tuple[type[ModelFault], str]:
    why = words.shown(config)
    identity = ServerWords(code=words.code, kind=words.kind)
    if words.mention(_NO_CREDIT):
        return ModelRefused, _no_credit(config)
    if identity.mention("rate_limit"):
        return RateLimited, f"{whom(config)} has had too many requests lately{why}: try again later."
    if identity.mention(_FINAL):
        return ModelRefused, f"{whom(config)} refused the request{why}."
    return ModelBusy, f"{whom(config)} failed while it answered{why}: try again later."


def _has_no_such_endpoint(status: int, words: ServerWords) -> bool:
    if status in (405, 501):
        return True
    if status == 404:
        return not words.mention(r"\bmodel|model_not_found|previous_response|response with id")
    return status == 400 and words.mention(r"(unknown|unexpected|unsupported|no such) (endpoint|url|path|route)")


def _is_about_the_previous(words: ServerWords) -> bool:
    return words.parameter == "previous_response_id" or words.mention("previous_response_id")


def _is_about_tools(words: ServerWords) -> bool:
    if words.parameter:
        return words.parameter.startswith("tools")
    return words.mention(r"\btools?\b|\bmcp\b")


def _tools_sentence(config: ModelConfig, words: ServerWords) -> str:
    why = words.shown(config)
    if words.mention(r"\bmcp\b|tool type") or words.parameter.endswith(".type"):
        return f"{whom(config)} calls no tools by itself{why}: {_other_protocol(config)}."
    return f"{whom(config)} cannot use tools{why}: choose a model that can, or turn tool calls on at its server."


def _other_protocol(config: ModelConfig) -> str:
    """What to do about a server that does not do in this protocol what was asked."""
    match config.provider:
        case Provider.RESPONSES:
            return "set PARLEY_LLM_API=chat_completions, or its provider under Settings → Models"
        case Provider.AUTO:
            return "choose a server that speaks chat completions"
        case Provider.CHAT_COMPLETIONS | Provider.ANTHROPIC:
            return "set another protocol"
        case _:
            assert_never(config.provider)


def _no_credit(config: ModelConfig) -> str:
    return f"The account behind {config.alias!r} has no credit left: top it up, or choose another model."


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return max(0.0, value) if isfinite(value) else None


def _date(text: str | None) -> datetime | None:
    try:
        told = parsedate_to_datetime(text or "")
    except ValueError:
        return None
    return told if told.tzinfo else told.replace(tzinfo=UTC)
