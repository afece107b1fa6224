"""What a server says about its own error, and what of it may be shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from packages.core.messages import Message, message
from src.modules.llm_platform.domain.models import ModelConfig

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
