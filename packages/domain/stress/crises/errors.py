"""What can be wrong with a crisis test; each sentence says what to do."""

from packages.core.errors import Invalid, NotFound


class BadWindow(Invalid):
    """A stretch of days that cannot be lived through."""


class UnknownCrisis(NotFound):
    """No crisis has this key."""


class BadCrisisBars(Invalid):
    """Bars that the strategy cannot be run on: another market or timeframe, or prices that are none."""


class BadMoney(Invalid):
    """An amount that nobody can lose."""
