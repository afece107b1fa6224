"""What can go wrong with an account."""

from packages.core.errors import Conflict, Invalid, Throttled, Unauthenticated


class EmailTaken(Conflict):
    """There is an account with this email."""


class WeakPassword(Invalid):
    """The password would be guessed."""


class WrongCredentials(Unauthenticated):
    """Email and password do not belong together; which of the two is wrong is not said."""


class BadToken(Unauthenticated):
    """The token is malformed, expired, spent, revoked, or not meant for this door."""


class TooManyLogins(Throttled):
    """Signing in failed too often lately."""
