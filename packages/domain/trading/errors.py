"""What can go wrong with a broker, by what is to be done about it.

A broker that refuses has decided: the order is dead. One that does not answer may have taken the order: whoever asked
looks it up by its client id before anything is sent again.
"""

from packages.core.errors import Conflict, Forbidden, Invalid, NotFound, Unavailable


class BadOrder(Invalid):
    """An order that no broker could take."""


class OrderRejected(Conflict):
    """The broker refused the order; `reason` is its own word for why."""

    def __init__(self, said: str, reason: str, /, **params: object) -> None:
        super().__init__(said, details={"reason": reason}, **params)
        self.reason = reason


class UnknownOrder(NotFound):
    """The broker has no order of this client id."""


class OutcomeUnknown(Unavailable):
    """No answer came: the order may have been taken, or not."""


class BrokerDown(Unavailable):
    """The broker answered that it cannot serve now: nothing was taken."""


class BrokerThrottled(Unavailable):
    """The broker wants fewer questions; nothing was taken."""

    def __init__(self, said: str, /, *, retry_after_seconds: float, **params: object) -> None:
        super().__init__(said, details={"retry_after_seconds": retry_after_seconds}, **params)
        self.retry_after_seconds = retry_after_seconds


class WrongMode(Forbidden):
    """Paper credentials on a live account, or the other way round."""


class KeysRefused(Forbidden):
    """The broker does not take the account's keys; nothing can be asked until a person links the account again."""
