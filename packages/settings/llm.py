"""Which language model the desk talks to; with none, it works by its rules."""

from typing import Literal

from pydantic import Field, SecretStr

from packages.settings.base import EnvironmentSettings


class LlmSettings(EnvironmentSettings):
    """`OPENAI_API_KEY`, `OPENAI_BASE_URL`, `PARLEY_LLM_MODEL`, `PARLEY_LLM_API`."""

    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    openai_base_url: str | None = Field(default=None, validation_alias="OPENAI_BASE_URL")
    llm_model: str | None = None
    llm_api: Literal["responses", "chat_completions", "auto"] = "auto"

    @property
    def desk_mode(self) -> Literal["rules", "llm"]:
        return "llm" if self.openai_api_key or self.openai_base_url else "rules"
