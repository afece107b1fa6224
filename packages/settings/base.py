"""How a settings class reads: environment first, then `.env`, then its default; a wrong value is named."""

from typing import TypeVar

from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from packages.core.errors import Invalid


class WrongSetting(Invalid):
    """A setting has a value that cannot be used; the sentence names it."""


class EnvironmentSettings(BaseSettings):
    """Base of all settings classes: prefix `PARLEY_`, `.env` in the working directory, frozen."""

    model_config = SettingsConfigDict(
        env_prefix="PARLEY_", env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True,
        populate_by_name=True, env_ignore_empty=True,
    )  # fmt: skip

    @classmethod
    def environment_names(cls) -> tuple[str, ...]:
        """The names, as they are written in the environment, of everything this class reads."""
        return tuple(cls._environment_name(field) for field in cls.model_fields)

    @classmethod
    def _environment_name(cls, field: str) -> str:
        alias = cls.model_fields[field].validation_alias
        return alias if isinstance(alias, str) else f"PARLEY_{field.upper()}"


Concern = TypeVar("Concern", bound=EnvironmentSettings)


def read(concern: type[Concern]) -> Concern:
    """Reads one settings class, or says in one sentence which setting is wrong and why."""
    try:
        return concern()
    except ValidationError as error:
        sentences = [_sentence(concern, tuple(map(str, item["loc"])), item["msg"]) for item in error.errors()]
        raise WrongSetting(" ".join(sentences)) from None


def _sentence(concern: type[EnvironmentSettings], location: tuple[str, ...], message: str) -> str:
    field = location[0] if location else ""
    known = field in concern.model_fields
    name = concern._environment_name(field) if known else field
    reason = message.removeprefix("Value error, ").rstrip(".")
    return f"{name or concern.__name__} is wrong: {reason}."
