"""What the journal of orders refuses."""

from packages.core.errors import Conflict, NotFound


class UnknownBook(NotFound):
    """This deployment has no book of orders."""


class UnknownDeskOrder(NotFound):
    """This deployment has no such order."""


class BarOutOfOrder(Conflict):
    """A decision on a bar that lies before the newest decided one."""


class RepeatedIntent(Conflict):
    """An order with this client id was meant before, by another decision."""
