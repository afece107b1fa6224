"""What may go wrong with an audit.

Invalid
└── FutureAudit     a day that is not over anywhere yet
NotFound
└── UnknownAudit    no such audit, or another owner's
"""

from packages.core.errors import Invalid, NotFound


class FutureAudit(Invalid):
    """Nobody knows what will be known then."""


class UnknownAudit(NotFound):
    """No such audit, or another owner's."""
