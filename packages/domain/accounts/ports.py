"""What accounts need from the world."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from packages.domain.accounts.model import AccessClaims, LoginSession, RefreshToken, SignInAllowance, User
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

    async def signed_in(self, user_id: str, session_id: str) -> User | None:
        """The user, while this sign-in of theirs has not ended."""
        ...

    async def password_of(self, user_id: str) -> str | None:
        """The password's hash."""
        ...

    async def change_password(self, user_id: str, password_hash: str) -> None: ...

    async def start_session(self, session: LoginSession, token: RefreshToken) -> None: ...

    async def sessions_of(self, user_id: str, at: datetime) -> Sequence[LoginSession]:
        """Those that are open, the last used first."""
        ...

    async def knows_place(self, user_id: str, place: str) -> bool:
        """Whether the person has signed in from there before."""
        ...

    async def rotate_refresh_token(
        self, digest: str, successor: str, expires_at: datetime, at: datetime
    ) -> RefreshToken | None:
        """Spends a token, once, for its successor; None when it is unknown, spent, revoked or expired."""
        ...

    async def session_of(self, digest: str) -> str | None:
        """The sign-in that a refresh token belongs to."""
        ...

    async def end_session(self, session_id: str, at: datetime, user_id: str | None = None) -> bool:
        """Ends it, with its tokens; False when there is none, or it is not this user's."""
        ...

    async def end_sessions(self, user_id: str, at: datetime, but: str | None = None) -> None: ...

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

    def issue(self, user_id: str, session_id: str) -> tuple[str, int]:
        """The token and its life in seconds."""
        ...

    def read(self, token: str) -> AccessClaims:
        """Raises `BadToken`."""
        ...


class Profiles(Protocol):
    """Where people's answers about themselves are kept."""

    async def of(self, user_id: str) -> Profile:
        """An empty one for who was never asked."""
        ...

    async def save(self, user_id: str, profile: Profile, at: datetime) -> None: ...
