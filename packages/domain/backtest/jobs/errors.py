"""What can go wrong with a backtest as a piece of work; each sentence names the next step."""

from packages.core.errors import Conflict, Invalid, NotFound, TooLarge


class UnknownBacktest(NotFound):
    """No such backtest, or another owner's."""


class BadRequest(Invalid):
    """A request that no backtest can be made of."""


class TooManyTrades(TooLarge):
    """More trades than are kept of one backtest."""


class BacktestNotDone(Conflict):
    """There is nothing to show yet, or there never will be."""


class KeyTaken(Conflict):
    """The idempotency key stands for another backtest."""
