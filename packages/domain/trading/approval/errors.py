"""Why an order of live money does not go out."""

from packages.core.errors import Conflict, Forbidden, Invalid, NotFound


class UnknownApproval(NotFound):
    """There is no such request, or it is another person's."""


class NotWhatWasShown(Conflict):
    """What the person saw is not what the request holds."""


class ApprovalOver(Conflict):
    """The request was decided already, or its time has passed."""


class NotApproved(Forbidden):
    """No approval covers this order: not its exact parameters, and no envelope."""


class BadEnvelope(Invalid):
    """An envelope that could not be kept."""


class CannotBeValued(Invalid):
    """An order of live money needs a quantity and a price to be held against."""
