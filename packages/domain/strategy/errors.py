"""What can go wrong with a strategy; each sentence names the next step."""

from collections.abc import Sequence

from packages.core.errors import Conflict, Invalid, NotFound
from packages.domain.strategy.problems import Problem

_MOST_LISTED = 50


class InvalidStrategy(Invalid):
    """A document that is no strategy; `problems` says everything that its stage found, the details the first of it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        said = "strategy.several_problems" if len(problems) > 1 else "strategy.one_problem"
        details = {"problems": [problem.as_json() for problem in problems[:_MOST_LISTED]]}
        super().__init__(said, count=len(problems), problem=problems[0].said, details=details)
        self.problems = tuple(problems)


class BadPatch(Invalid):
    """Operations that are not written as RFC 6902 says."""


class PatchConflict(Conflict):
    """An operation that does not fit the document: a missing place, or a `test` that fails."""


class StaleVersion(Conflict):
    """Somebody changed the strategy since it was read."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(
            "strategy.stale_version",
            current=current,
            expected=expected,
            details={"expected_version": expected, "current_version": current},
        )


class UnknownRevision(NotFound):
    """A version that this strategy never had."""


class NotTunable(Invalid):
    """A pointer that leads to no tunable number of the strategy."""
