"""The nouns of an account, and what can go wrong with one."""

from dataclasses import dataclass
from datetime import datetime

from packages.core.errors import Conflict, Invalid, Throttled, Unauthenticated

LOCAL_OWNER_ID = "00000000-0000-7000-8000-000000000001"
LOCAL_OWNER_NAME = "Local owner"


@dataclass(frozen=True, slots=True)
class User:
    """A person; the local owner has no email."""

    id: str
    email: str | None
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class RefreshToken:
    """A refresh token as it is stored: by digest, in the family of one sign-in."""

    digest: str
    user_id: str
    family: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class SignIn:
    """What a person gets for signing in or refreshing."""

    user: User
    access_token: str
    refresh_token: str
    expires_in_seconds: int


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
