"""What the check of a speaker's last answer found, for the question that follows it; the ports stay as they are."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[Sequence[str]] = ContextVar("debate_complaints", default=())


def current_complaints() -> Sequence[str]:
    """Empty for a first question."""
    return _current.get()


@contextmanager
def complaining(complaints: Sequence[str]) -> Iterator[None]:
    token = _current.set(complaints)
    try:
        yield
    finally:
        _current.reset(token)
