"""The error tree: families say what the caller should do, named errors below them say what went wrong.

ParleyError
├── Invalid          the request is wrong: fix it and send it again
├── Unauthenticated  nobody is signed in: sign in and send it again
├── Forbidden        this caller may not do this: final
├── NotFound         there is no such thing, or it is not this caller's: final
├── Conflict         the state does not allow it now: look at the state, then decide
├── TooLarge         the request is bigger than what is taken: send less
├── Throttled        too many tries: wait, then send it again
├── Unusable         a model answered, and its answer cannot be used: ask again, or ask another model
└── Unavailable      something the desk stands on is down: try again later

The edges (HTTP and MCP) translate families, once each; nobody below them knows a status code.
"""

import re
from collections.abc import Mapping

from packages.core.messages import Message, Sentence, has, message


class ParleyError(Exception):
    """Base of all errors that are shown to a person; the message says what to do next."""

    code: str = "parley_error"

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "code" not in cls.__dict__:
            cls.code = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    def __init__(
        self, said: str | Message, /, *, details: Mapping[str, object] | None = None, **params: object
    ) -> None:
        """`said` is a code of the catalogue with its parameters, or a whole message."""
        self.said = said if isinstance(said, Message) else _message(said, params)
        self.message: str = Sentence(self.said)
        super().__init__(self.message)
        self.details: dict[str, object] = dict(details or {})


def _message(said: str, params: Mapping[str, object]) -> Message:
    return message(said, **params) if params or has(said) else Message.verbatim(said)


class Invalid(ParleyError):
    """The request is wrong: fix it and send it again."""


class Unauthenticated(ParleyError):
    """Nobody is signed in, or the token is not good."""


class Forbidden(ParleyError):
    """This caller may not do this."""


class NotFound(ParleyError):
    """There is no such thing, or it is not this caller's."""


class Conflict(ParleyError):
    """The state does not allow it now."""


class TooLarge(ParleyError):
    """The request is bigger than what is taken."""


class Throttled(ParleyError):
    """Too many tries; `retry_after_seconds` says how long to wait."""

    def __init__(self, said: str | Message, /, *, retry_after_seconds: int, **params: object) -> None:
        super().__init__(said, details={"retry_after_seconds": retry_after_seconds}, **params)
        self.retry_after_seconds = retry_after_seconds


class Unusable(ParleyError):
    """A model answered, and its answer cannot be used."""


class Unavailable(ParleyError):
    """Something the desk stands on is down."""


def family_of(error: ParleyError) -> type[ParleyError]:
    """The family, right below `ParleyError`, that an error belongs to."""
    lineage = type(error).__mro__
    return lineage[lineage.index(ParleyError) - 1]
