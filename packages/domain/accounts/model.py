"""The nouns of an account, what can go wrong with one, and what slows down whoever guesses passwords."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from packages.core.errors import Conflict, Forbidden, Invalid, NotFound, Throttled, Unauthenticated

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
class LoginSession:
    """One sign-in: with what (`device`, as the client calls itself) and from which network address (`place`)."""

    id: str
    user_id: str
    device: str
    place: str
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AccessClaims:
    """What an access token says: whose it is, and in which of their sign-ins it was given."""

    user_id: str
    session_id: str


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


class NoPassword(Conflict):
    """The owner of a desk without passwords has none to change."""


class UnknownSignIn(NotFound):
    """There is no such sign-in, it has ended, or it is another person's."""


class WrongPassword(Forbidden):
    """The password that was to be replaced is another."""


class WrongCredentials(Unauthenticated):
    """Email and password do not belong together; which of the two is wrong is not said."""


class BadToken(Unauthenticated):
    """The token is malformed, expired, spent, revoked, or not meant for this door."""


class TooManyLogins(Throttled):
    """Signing in failed too often lately."""


_FORGOTTEN_AFTER = timedelta(days=1)
_LONGEST_WAIT_SECONDS = 900


@dataclass(frozen=True, slots=True)
class SignInAllowance:
    """How many failures in a row cost nothing under one key."""

    free_tries: int

    def wait_seconds(self, failures: int, last_at: datetime, now: datetime) -> int:
        """Seconds until the next try is taken; 0 when it is taken now."""
        if failures < self.free_tries or now - last_at > _FORGOTTEN_AFTER:
            return 0
        pause = min(2 ** min(failures - self.free_tries, 10), _LONGEST_WAIT_SECONDS)
        left = (last_at + timedelta(seconds=pause) - now).total_seconds()
        return max(0, math.ceil(left))

    def next_count(self, failures: int, last_at: datetime, now: datetime) -> int:
        """A try counts as failed until it has worked, so that tries at the same time all count."""
        return 1 if now - last_at > _FORGOTTEN_AFTER else failures + 1


PER_PERSON_AND_PLACE = SignInAllowance(free_tries=5)
PER_PERSON = SignInAllowance(free_tries=30)
PER_PLACE = SignInAllowance(free_tries=100)
