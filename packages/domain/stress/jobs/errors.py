"""What can go wrong with a stress test as a piece of work; each sentence names the next step."""

from packages.core.errors import Conflict, Invalid, NotFound


class UnknownStressTest(NotFound):
    """No such stress test, or another owner's."""


class BadStressRequest(Invalid):
    """A request that no stress test can be made of."""


class UnknownScenarioSet(NotFound):
    """No such scenario set, or another owner's."""


class OutdatedScenarioSet(Conflict):
    """The person's answers give other limits than when the set was made."""


class StressNotDone(Conflict):
    """There is nothing to show yet, or there never will be."""


class StressKeyTaken(Conflict):
    """The idempotency key stands for another stress test."""
