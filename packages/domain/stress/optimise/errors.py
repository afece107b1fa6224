"""What can go wrong with an optimisation; each sentence names the next step."""

from packages.core.errors import Conflict, Invalid, NotFound


class UnknownOptimisation(NotFound):
    """No such optimisation, or another owner's."""


class BadOptimisation(Invalid):
    """A request that no search can be made of."""


class NothingToTune(Invalid):
    """A strategy without a number that could be another one."""


class TooShort(Invalid):
    """Too few bars to fit on some and to test on others."""


class OptimisationNotDone(Conflict):
    """There is nothing to show yet, or there never will be."""


class OptimisationKeyTaken(Conflict):
    """The idempotency key stands for another optimisation."""
