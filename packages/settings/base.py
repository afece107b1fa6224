"""How a settings class reads: environment first, then `.env`, then its default; a wrong value is named."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from packages.core.errors import Invalid
from packages.core.messages import Message, joined, message
from packages.settings.validation import problem_in

_PREFIX = "PARLEY_"
_FILE = Path(".env")


class WrongSetting(Invalid):
    """A setting has a value that cannot be used; the sentence names it."""


class EnvironmentSettings(BaseModel):
    """Base of all settings classes: prefix `PARLEY_`, `.env` in the working directory, frozen.

    What is given to the constructor wins over both. An empty value counts as none."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True, validate_default=True)

    def __init__(self, **given: Any) -> None:
        sources = (_spelt(os.environ), _spelt(_file()))
        fields = type(self).model_fields
        written = {field: text for field in fields if (text := self._written(field, sources)) is not None}
        super().__init__(**{**written, **given})

    @classmethod
    def environment_names(cls) -> tuple[str, ...]:
        """The names, as they are written in the environment, of everything this class reads."""
        return tuple(cls._environment_name(field) for field in cls.model_fields)

    @classmethod
    def _environment_name(cls, field: str) -> str:
        alias = cls.model_fields[field].validation_alias
        return alias if isinstance(alias, str) else f"{_PREFIX}{field.upper()}"

    @classmethod
    def _written(cls, field: str, sources: Iterable[Mapping[str, str]]) -> str | None:
        """Under the documented name, or under the one with the prefix, which is understood for every field."""
        names = (cls._environment_name(field).lower(), f"{_PREFIX}{field}".lower())
        return next((source[name] for source in sources for name in names if name in source), None)


Concern = TypeVar("Concern", bound=EnvironmentSettings)


def read(concern: type[Concern]) -> Concern:
    """Reads one settings class, or says in one sentence which setting is wrong and why."""
    try:
        return concern()
    except ValidationError as error:
        raise WrongSetting(joined(_sentence(concern, item) for item in error.errors())) from None


def _spelt(source: Mapping[str, str | None]) -> dict[str, str]:
    """By names in lower case, since both cases are understood; what is empty is not set."""
    return {name.lower(): text for name, text in source.items() if text}


def _file() -> Mapping[str, str | None]:
    if not _FILE.is_file():
        return {}
    from dotenv import dotenv_values  # most desks have no such file

    return dotenv_values(_FILE, encoding="utf-8")


def _sentence(concern: type[EnvironmentSettings], problem: Mapping[str, Any]) -> Message:
    """The name as it is written in the environment, and what to write."""
    field = next((str(part) for part in problem["loc"]), "")
    if field not in concern.model_fields:
        return message("validation.body", field=field or concern.__name__, problem=problem_in(problem))
    said = _whole_number(concern, field) or problem_in(problem)
    return message("validation.body", field=concern._environment_name(field), problem=said)


def _whole_number(concern: type[EnvironmentSettings], field: str) -> Message | None:
    """For a whole number between two bounds both are said, whichever is passed."""
    low, high = (_bound(concern, field, name) for name in ("ge", "le"))
    if concern.model_fields[field].annotation is not int or low is None or high is None:
        return None
    return message("validation.integer_between", low=low, high=high)


def _bound(concern: type[EnvironmentSettings], field: str, name: str) -> int | None:
    return next((getattr(each, name) for each in concern.model_fields[field].metadata if hasattr(each, name)), None)
