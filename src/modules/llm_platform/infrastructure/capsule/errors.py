"""What can be wrong with a capsule; none of it is a `ModelFault`, so that no fall-back hides it."""

from packages.core.errors import Conflict, Invalid, NotFound


class CapsuleUnreadable(Invalid):
    """The file is not a capsule of this version, or it was damaged."""


class NotInCapsule(NotFound):
    """This was not asked while the capsule was recorded."""


class RecordingEndsHere(Conflict):
    """Whoever listened while the capsule was recorded left at this event, so nobody knows how it went on."""
