"""The run under way: on whose behalf the gateways work, told by context because the seeds fix their signatures.

A graph is compiled once for all runs, so nothing of one run can be built into it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from packages.core.messages import Language


@dataclass(frozen=True, slots=True)
class KeptFailure:
    """Why an expert had no report in an earlier attempt; `code` and `details` are those of a named error."""

    error: str
    code: str | None
    details: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchRun:
    """One attempt at a session.

    `thread` names both the checkpoints and the model calls of the run, so that a run which goes on after a crash finds
    what it had. `as_of` is the instant that all experts look back from, also after a crash. `kept` and `kept_debate`
    are what an earlier attempt brought and this one need not do again; experts in `kept_failures` are not asked again
    either. `rounds`: how often bull and bear speak. `analysis_date` None: the day of `as_of`. `fresh`: nobody has begun
    with it before.
    """

    session_id: str
    owner_id: str
    thread: str
    attempt: int
    as_of: datetime
    language: Language = Language.ZH
    fresh: bool = False
    rounds: int = 1
    analysis_date: date | None = None
    kept: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    kept_failures: Mapping[str, KeptFailure] = field(default_factory=dict)
    kept_debate: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stream(self) -> str:
        """The event stream that tells this attempt."""
        return research_stream(self.session_id, self.attempt)


_current: ContextVar[ResearchRun | None] = ContextVar("research_run", default=None)


def current_run() -> ResearchRun | None:
    """None: research without a session, as in a notebook."""
    return _current.get()


@contextmanager
def running(run: ResearchRun) -> Iterator[None]:
    token = _current.set(run)
    try:
        yield
    finally:
        _current.reset(token)


def research_stream(session_id: str, attempt: int) -> str:
    return f"research:{session_id}:{attempt}"
