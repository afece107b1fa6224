"""What can be wrong with a request for an indicator; each sentence names what is allowed."""

from packages.core.errors import Invalid


class UnknownIndicator(Invalid):
    """A name that the catalogue does not have."""


class UnknownParameter(Invalid):
    """A parameter that the indicator does not take."""


class BadParameter(Invalid):
    """A parameter of the wrong kind, or outside its bounds, or out of order with another one."""


class UnknownOutput(Invalid):
    """An output that the indicator does not give."""


class BadColumns(Invalid):
    """Price or volume columns that are missing, uneven or not one-dimensional."""
