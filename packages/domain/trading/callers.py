"""Who asks for something: a person in a session of their own, or something that acts in a person's name.

The model is treated as an attacker: what it holds may ask and may stop, and never allows.
"""

from dataclasses import dataclass
from typing import TypeAlias

from packages.core.errors import Forbidden
from packages.core.messages import word


class PersonNeeded(Forbidden):
    """Only a person in the page may do this."""


@dataclass(frozen=True, slots=True)
class PersonSession:
    """A person who signed in, in the session that they signed in to."""

    user_id: str
    session_id: str

    @property
    def name(self) -> str:
        return f"person:{self.user_id}:{self.session_id}"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A program that a person gave a key."""

    user_id: str
    key_id: str

    @property
    def name(self) -> str:
        return f"key:{self.user_id}:{self.key_id}"


@dataclass(frozen=True, slots=True)
class ModelTool:
    """A chat, with the token of one of its turns. It is recorded as the person where the guided rules did what they
    said (`by_rules`), and may allow no more for that."""

    user_id: str
    turn_id: str
    by_rules: bool = False

    @property
    def name(self) -> str:
        return f"{'person' if self.by_rules else 'model'}:{self.user_id}:{self.turn_id}"


@dataclass(frozen=True, slots=True)
class SystemCaller:
    """The product itself: the runtime that watches, reconciles and finishes."""

    user_id: str = ""
    part: str = "runtime"

    @property
    def name(self) -> str:
        return f"desk:{self.part}"


Caller: TypeAlias = PersonSession | ApiKey | ModelTool | SystemCaller


def require_person(caller: Caller, what: str) -> PersonSession:
    """`what` ends the sentence "Only a person can …"."""
    match caller:
        case PersonSession():
            return caller
        case ApiKey() | ModelTool() | SystemCaller():
            raise PersonNeeded("trading.person_needed", action=word("person_only", what))
