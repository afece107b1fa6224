"""What accounts need from the world."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from packages.domain.accounts.model import RefreshToken, SignInAllowance, User
from packages.domain.accounts.profile import Profile


class AccountStore(Protocol):
    """Where accounts are kept."""

    async def add_user(self, user: User, password_hash: str | None) -> None:
        """Raises `EmailTaken` when the email is in use."""
        ...

    async def ensure_user(self, user: User) -> User:
        """The user with this id, made without a password if it is not there."""
        ...

    async def user(self, user_id: str) -> User | None: ...

    async def user_by_email(self, email: str) -> tuple[User, str] | None:
        """The user and the password hash."""
        ...

    async def add_refresh_token(self, token: RefreshToken) -> None: ...

    async def rotate_refresh_token(
        self, digest: str, successor: str, expires_at: datetime, at: datetime
    ) -> RefreshToken | None:
        """Spends a token, once, for its successor; None when it is unknown, spent, revoked or expired."""
        ...

    async def family_of(self, digest: str) -> str | None: ...

    async def revoke_family(self, family: str, at: datetime) -> None: ...

    async def forget_expired_tokens(self, before: datetime) -> None: ...

    async def admit_login(self, keys: Mapping[str, SignInAllowance], at: datetime) -> int:
        """Counts one try under all keys and returns 0, or counts nothing and returns the seconds to wait."""
        ...

    async def forget_failures(self, keys: Collection[str]) -> None: ...


class PasswordHasher(Protocol):
    """A slow, salted hash."""

    async def hash(self, password: str) -> str: ...

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Takes as long for no hash at all as for a wrong password."""
        ...


class AccessTokens(Protocol):
    """Short-lived proofs of who is calling."""

    def issue(self, user_id: str) -> tuple[str, int]:
        """The token and its life in seconds."""
        ...

    def user_id(self, token: str) -> str:
        """Raises `BadToken`."""
        ...


class Profiles(Protocol):
    """Where people's answers about themselves are kept."""

    async def of(self, user_id: str) -> Profile:
        """An empty one for who was never asked."""
        ...

    async def save(self, user_id: str, profile: Profile, at: datetime) -> None: ...
