"""Which language model the desk talks to, and how much it may spend; with none, it works by its rules."""

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    StringConstraints,
    ValidationInfo,
    field_validator,
)

from packages.core.messages import Sentence, message
from packages.settings.base import EnvironmentSettings

# What is asked when nobody names a model: listed by the makers' own client libraries, and no end of it announced.
OPENAI_MODEL = "gpt-6-luna"
ANTHROPIC_MODEL = "claude-sonnet-5-5"
_OPENAI_HOST = "api.openai.com"


def server_address(url: str) -> str:
    """The address of a model server. A key in the address is refused: addresses are shown and logged."""
    try:
        parts = urlsplit(url.strip())
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an open bracket, or a port that is none
        raise ValueError(Sentence(message("validation.base_url"))) from None
    if not is_web:
        raise ValueError(Sentence(message("validation.base_url")))
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError(Sentence(message("settings.secret_in_address")))
    return url.strip().rstrip("/")


def sendable_key(key: SecretStr) -> SecretStr:
    """A key travels in an HTTP header, so it is plain characters without blanks; those around it are cut off."""
    text = key.get_secret_value().strip()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(Sentence(message("settings.key_not_plain")))
    return SecretStr(text)


def host_and_port(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536 or "/" in host:
        raise ValueError(Sentence(message("settings.private_server", given=text)))
    return text


def _listed(given: object) -> object:
    return [each.strip().lower() for each in given.split(",") if each.strip()] if isinstance(given, str) else given


Key = Annotated[SecretStr, AfterValidator(sendable_key)]
Dollars = Annotated[Decimal, Field(gt=0)]
Tokens = Annotated[int, Field(gt=0)]


class LlmSettings(EnvironmentSettings):
    """Models (`OPENAI_…`, `ANTHROPIC_API_KEY`, `PARLEY_LLM_…`), their budgets (days are UTC days), and capsules.

    `PARLEY_PRIVATE_SERVERS`: each `host:port`, with commas, that is not public and that people of the desk may name
    as the server of a model of theirs."""

    openai_api_key: Key | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    openai_base_url: Annotated[str, AfterValidator(server_address)] | None = Field(
        default=None, validation_alias="OPENAI_BASE_URL"
    )
    anthropic_api_key: Key | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    llm_model: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)] | None = None
    llm_api: Literal["responses", "chat_completions", "auto"] = "auto"
    llm_timeout_seconds: float = Field(default=120.0, gt=0, le=3600, allow_inf_nan=False)
    llm_budget_run_usd: Dollars | None = None
    llm_budget_user_usd: Dollars | None = None
    llm_budget_day_usd: Dollars | None = None
    llm_budget_run_tokens: Tokens | None = None
    llm_budget_user_tokens: Tokens | None = None
    llm_budget_day_tokens: Tokens | None = None
    private_servers: Annotated[frozenset[Annotated[str, AfterValidator(host_and_port)]], BeforeValidator(_listed)] = (
        frozenset()
    )
    llm_record: Path | None = None
    llm_replay: Path | None = None

    @field_validator("llm_replay")
    @classmethod
    def _not_both(cls, replay: Path | None, info: ValidationInfo) -> Path | None:
        if replay is not None and info.data.get("llm_record") is not None:
            raise ValueError(Sentence(message("settings.record_and_replay")))
        return replay

    @property
    def mode(self) -> Literal["rules", "llm"]:
        return "llm" if self.uses_openai or self.anthropic_api_key else "rules"

    @property
    def uses_openai(self) -> bool:
        """Whether OpenAI or a server like it is set; a capsule that is replayed stands in for one, and needs no key."""
        return bool(self.openai_api_key or self.openai_base_url or self.llm_replay)

    @property
    def is_openai_itself(self) -> bool:
        return self.openai_base_url is None or urlsplit(self.openai_base_url).hostname == _OPENAI_HOST
