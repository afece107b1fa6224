"""The nouns of an account."""

from dataclasses import dataclass
from datetime import datetime

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
