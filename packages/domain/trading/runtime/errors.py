"""Why a tick was not done; each is told as an event, and tried again."""

from packages.core.errors import Conflict, Unavailable


class BrokerQuiet(Unavailable):
    """The broker does not answer at this moment: what it has done is not known, so nothing is decided."""


class PricesRestated(Conflict):
    """The store tells another close of a bar that the paper account has traded already, as after a split."""


class NotEnoughMoney(Conflict):
    """The account has less than the deployment is to trade with."""
