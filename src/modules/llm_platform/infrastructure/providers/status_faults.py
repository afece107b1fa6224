"""Which fault an HTTP status or an error event is, what the server says of it, and how long to wait."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any, assert_never
from urllib.parse import urlsplit

from packages.core.messages import Message, message
from src.modules.llm_platform.domain.errors import Category, ModelBusy, ModelFault, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import ModelAnswer

_IDENTIFIER = re.compile(r"[A-Za-z0-9_.\[\]-]{1,60}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerWords:
    """`message` is free text that may quote the prompt or the key: it is searched, and never shown."""

    code: str = ""
    kind: str = ""
    parameter: str = ""
    message: str = ""

    @classmethod
    def of(cls, body: Any) -> "ServerWords":
        """From an error body of OpenAI, Anthropic, FastAPI or anybody who has copied one of them."""
        inner = body.get("error") or body if isinstance(body, Mapping) else body
        if not isinstance(inner, Mapping):
            return cls(message=str(inner or ""))
        message = inner.get("message") or inner.get("detail") or ""
        return cls(
            code=_identifier(inner.get("code")),
            kind=_identifier(inner.get("type")),
            parameter=_identifier(inner.get("param")),
            message=str(message),
        )

    def shown(self, config: ModelConfig) -> Message | str:
        """The identifiers among them, in brackets; empty when there are none."""
        key = config.api_key.value if config.api_key else None
        words = [word for word in (self.code or self.kind, self.parameter) if word and not (key and key in word)]
        return message("words.in_brackets", text=", ".join(words)) if words else ""

    def mention(self, pattern: str) -> bool:
        return re.search(pattern, f"{self.code} {self.kind} {self.message}", re.IGNORECASE) is not None


def whom(config: ModelConfig) -> Message:
    """The configuration, its model and its server in a few words."""
    return message("llm_platform.model_at", alias=config.alias, model=config.model, host=_host(config))


def _host(config: ModelConfig) -> Message | str:
    try:
        return urlsplit(config.base_url or "").hostname or message("llm_platform.its_maker")
    except ValueError:
        return message("llm_platform.no_valid_address")


def _identifier(value: Any) -> str:
    text = str(value) if type(value) in (str, int) else ""
    return text if _IDENTIFIER.fullmatch(text) else ""


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
    """For an error that a server reports in the middle of its answer, when tokens may have been spent already."""
    kind, sentence = _mid_answer(config, words)
    return kind(sentence, request_id=request_id, may_be_paid=True)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, as the server asks; a date is read against the server's own clock."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    header = headers.get("retry-after")
    seconds = _number(header)
    if seconds is not None:
        return seconds
    until, now = _date(header), _date(headers.get("date"))
    return max(0.0, (until - now).total_seconds()) if until and now else None


def _refusal(config: ModelConfig, status: int, words: ServerWords) -> tuple[type[ModelRefused], Message] | None:
    """None: it is worth another try."""
    why = words.shown(config)
    if words.mention(_NO_CREDIT) and status in (402, 403, 429):
        return ModelRefused, _no_credit(config)
    if _has_no_such_endpoint(status, words):
        return EndpointMissing, message(
            "llm_platform.endpoint_missing", model=whom(config), advice=_other_protocol(config)
        )
    if status in _BUSY or status >= 500:
        return None
    if _is_about_the_previous(words) and words.mention(_NOT_TAKEN):
        advice = _other_protocol(config)
        return ConversationRefused, message("llm_platform.keeps_no_conversations", model=whom(config), advice=advice)
    if status in (400, 422) and _is_about_tools(words):
        return ToolsRefused, _tools_sentence(config, words)
    return ModelRefused, _refusal_sentence(config, status, words) or _refused(config, why)


def _refusal_sentence(config: ModelConfig, status: int, words: ServerWords) -> Message | None:
    why = words.shown(config)
    if status == 401:
        if config.api_key is None:
            return message("llm_platform.key_needed", model=whom(config))
        return message("llm_platform.key_refused", model=whom(config), why=why)
    if status == 403:
        return message("llm_platform.key_not_for_model", model=whom(config), why=why)
    if status == 404:
        return message("llm_platform.model_unknown", model=whom(config), why=why)
    if 300 <= status < 400:
        return message("llm_platform.redirected", model=whom(config))
    if _is_about_the_previous(words):
        return message("llm_platform.previous_unknown", model=whom(config), why=why)
    if status == 413 or words.mention("context_length|maximum context|exceed_context|context size"):
        return message("llm_platform.text_too_long", model=whom(config), why=why)
    return None


def _busy(config: ModelConfig, status: int, words: ServerWords) -> tuple[type[ModelBusy], Message]:
    why = words.shown(config)
    if status == 429:
        return RateLimited, message("llm_platform.rate_limited", model=whom(config), why=why)
    return ModelBusy, message("llm_platform.model_busy", model=whom(config), status=status, why=why)


def _mid_answer(config: ModelConfig, words: ServerWords) -> tuple[type[ModelFault], Message]:
    why = words.shown(config)
    identity = ServerWords(code=words.code, kind=words.kind)
    if words.mention(_NO_CREDIT):
        return ModelRefused, _no_credit(config)
    if identity.mention("rate_limit"):
        return RateLimited, message("llm_platform.rate_limited", model=whom(config), why=why)
    if identity.mention(_FINAL):
        return ModelRefused, _refused(config, why)
    return ModelBusy, message("llm_platform.failed_while_answering", model=whom(config), why=why)


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


def _tools_sentence(config: ModelConfig, words: ServerWords) -> Message:
    why = words.shown(config)
    if words.mention(r"\bmcp\b|tool type") or words.parameter.endswith(".type"):
        return message("llm_platform.calls_no_tools", model=whom(config), why=why, advice=_other_protocol(config))
    return message("llm_platform.cannot_use_tools", model=whom(config), why=why)


def _other_protocol(config: ModelConfig) -> Message:
    """What to do about a server that does not do in this protocol what was asked."""
    match config.provider:
        case ProviderKind.RESPONSES:
            return message("llm_platform.advise_chat_completions")
        case ProviderKind.AUTO:
            return message("llm_platform.advise_other_server")
        case ProviderKind.CHAT_COMPLETIONS | ProviderKind.ANTHROPIC:
            return message("llm_platform.advise_other_protocol")
        case _:
            assert_never(config.provider)


def _no_credit(config: ModelConfig) -> Message:
    return message("llm_platform.no_credit", alias=config.alias)


def _refused(config: ModelConfig, why: Message | str) -> Message:
    return message("llm_platform.request_refused", model=whom(config), why=why)


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return max(0.0, value) if isfinite(value) else None


def _date(text: str | None) -> datetime | None:
    try:
        parsed = parsedate_to_datetime(text or "")
    except ValueError:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
