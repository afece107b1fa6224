"""What the API takes."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from packages.core.messages import LanguageCode, Sentence, message
from packages.domain.accounts.personal_tokens import LONGEST_DAYS


def _is_half(character: str) -> bool:
    """Of a surrogate pair, which no text has by itself and no database takes."""
    return "\ud800" <= character <= "\udfff"


def _no_control_characters(text: str) -> str:
    if any((ord(character) < 32 and character not in "\t\n\r") or _is_half(character) for character in text):
        raise ValueError(Sentence(message("validation.control_characters")))
    return text


PlainText = Annotated[str, AfterValidator(_no_control_characters)]
# The constraints come first: behind a validator pydantic would count the blanks that it strips.
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=100),
    AfterValidator(_no_control_characters),
]
Email = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        max_length=254,
        pattern=r"^[^@\s\x00-\x1f]+@[^@\s\x00-\x1f]+\.[^@\s\x00-\x1f]+$",
    ),
]
Password = Annotated[str, StringConstraints(min_length=10, max_length=200)]


class Request(BaseModel):
    """Base of all bodies: types are strict, and a field that nobody reads is an error."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Registration(Request):
    email: Email
    password: Password
    name: Name | None = None


class Credentials(Request):
    email: Annotated[str, StringConstraints(max_length=254)]
    password: Annotated[str, StringConstraints(max_length=200)]


class NewPassword(Request):
    """The password that is in use, and the one that shall be."""

    current_password: Annotated[str, StringConstraints(max_length=200)]
    new_password: Password


class RefreshRequest(Request):
    refresh_token: Annotated[PlainText, Field(min_length=1, max_length=500)]


class NewToken(Request):
    """A token for a program of one's own. Each scope includes the ones before it: read, write, trade:paper."""

    name: Name
    scopes: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=10)]
    expires_in_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)]


class StrategyConfirmRequest(Request):
    """A person's word on a strategy, in the conversation that it was made in. `advance_to_stress_test` moves on where
    the backtest of these very rules is done."""

    session_id: Annotated[PlainText, StringConstraints(min_length=1, max_length=64)]
    dsl_json: dict[str, Any]
    strategy_id: Annotated[PlainText, StringConstraints(min_length=1, max_length=64)] | None = None
    auto_start_backtest: bool = False
    advance_to_stress_test: bool = False
    language: LanguageCode | None = None
