"""Register, sign in, refresh with rotation, sign out here and everywhere, a new password; and who is calling."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from packages.core.clock import Clock
from packages.core.errors import Unauthenticated
from packages.core.ids import Ids
from packages.domain.accounts.model import (
    LOCAL_OWNER_ID,
    LOCAL_OWNER_NAME,
    PER_PERSON,
    PER_PERSON_AND_PLACE,
    PER_PLACE,
    BadToken,
    LoginSession,
    NoPassword,
    RefreshToken,
    SignIn,
    SignInAllowance,
    TooManyLogins,
    UnknownSignIn,
    User,
    WrongCredentials,
    WrongPassword,
)
from packages.domain.accounts.passwords import refuse_guessable
from packages.domain.accounts.personal_tokens import PREFIX, PersonalToken, PersonalTokens
from packages.domain.accounts.ports import AccessTokens, AccountStore, PasswordHasher


@dataclass(frozen=True, slots=True)
class Accounts:
    """All that is done with accounts."""

    store: AccountStore
    hasher: PasswordHasher
    access_tokens: AccessTokens
    clock: Clock
    ids: Ids
    refresh_life: timedelta

    async def local_owner(self) -> User:
        """The one owner of a desk that runs on its own machine."""
        return await self.store.ensure_user(User(LOCAL_OWNER_ID, None, LOCAL_OWNER_NAME, self.clock.now()))

    async def register(self, email: str, password: str, name: str | None, place: str = "", device: str = "") -> SignIn:
        email = normal_email(email)
        refuse_guessable(password, email)
        user = User(self.ids.new(), email, name or email.partition("@")[0], self.clock.now())
        await self.store.add_user(user, await self.hasher.hash(password))
        return await self._new_session(user, place, device)

    async def login(self, email: str, password: str, place: str, device: str = "") -> SignIn:
        """`place` is the network address that the try came from. From where the person has signed in before, the
        guesses of others elsewhere do not count: nobody is locked out by strangers."""
        email = normal_email(email)
        found = await self.store.user_by_email(email)
        at_home = found is not None and await self.store.knows_place(found[0].id, place)
        keys = _throttle_keys(email, place, at_home)
        await self._admit(keys)
        if not await self.hasher.verify(password, found[1] if found else None) or found is None:
            raise WrongCredentials("accounts.wrong_credentials")
        await self.store.forget_failures(keys.keys())
        await self.store.forget_expired_tokens(self.clock.now())
        return await self._new_session(found[0], place, device)

    async def refresh(self, refresh_token: str) -> SignIn:
        digest, successor, now = _digest(refresh_token), secrets.token_urlsafe(32), self.clock.now()
        rotated = await self.store.rotate_refresh_token(digest, _digest(successor), now + self.refresh_life, now)
        if rotated is None:
            await self._end_session_of(digest)  # a spent token that comes back was stolen, from one side or the other
            raise BadToken("accounts.session_ended")
        return self._signed_in(await self.existing(rotated.user_id), rotated.family, successor)

    async def logout(self, refresh_token: str) -> None:
        """Its access tokens are refused from the next request on, too."""
        await self._end_session_of(_digest(refresh_token))

    async def caller(self, access_token: str) -> tuple[User, str]:
        """Whose access token this is, and in which sign-in it was given."""
        claims = self.access_tokens.read(access_token)
        user = await self.store.signed_in(claims.user_id, claims.session_id)
        if user is None:
            raise BadToken("accounts.session_ended")
        return user, claims.session_id

    async def existing(self, user_id: str) -> User:
        user = await self.store.user(user_id)
        if user is None:
            raise BadToken("accounts.account_gone")
        return user

    async def sessions(self, user_id: str) -> Sequence[LoginSession]:
        return await self.store.sessions_of(user_id, self.clock.now())

    async def end_session(self, user_id: str, session_id: str) -> None:
        if not await self.store.end_session(session_id, self.clock.now(), user_id):
            raise UnknownSignIn("accounts.unknown_session")

    async def sign_out_everywhere(self, user_id: str) -> None:
        await self.store.end_sessions(user_id, self.clock.now())

    async def change_password(self, user: User, session_id: str | None, current: str, new: str, place: str) -> None:
        """Every other sign-in of the person ends."""
        hashed = await self.store.password_of(user.id)
        if hashed is None or user.email is None:
            raise NoPassword("accounts.no_password")
        keys = _throttle_keys(user.email, place, at_home=True)
        await self._admit(keys)
        if not await self.hasher.verify(current, hashed):
            raise WrongPassword("accounts.wrong_password")
        await self.store.forget_failures(keys.keys())
        refuse_guessable(new, user.email)
        await self.store.change_password(user.id, await self.hasher.hash(new))
        await self.store.end_sessions(user.id, self.clock.now(), but=session_id)

    async def _admit(self, keys: dict[str, SignInAllowance]) -> None:
        """Counts one try at a password, or refuses it."""
        wait = await self.store.admit_login(keys, self.clock.now())
        if wait:
            raise TooManyLogins("accounts.too_many_logins", seconds=wait, retry_after_seconds=wait)

    async def _new_session(self, user: User, place: str, device: str) -> SignIn:
        refresh_token, now = secrets.token_urlsafe(32), self.clock.now()
        expires_at, session_id = now + self.refresh_life, self.ids.new()
        session = LoginSession(session_id, user.id, device[:200], place[:64], now, now, expires_at)
        token = RefreshToken(_digest(refresh_token), user.id, session_id, expires_at)
        await self.store.start_session(session, token)
        return self._signed_in(user, session_id, refresh_token)

    def _signed_in(self, user: User, session_id: str, refresh_token: str) -> SignIn:
        access_token, life = self.access_tokens.issue(user.id, session_id)
        return SignIn(user, access_token, refresh_token, life)

    async def _end_session_of(self, digest: str) -> None:
        session_id = await self.store.session_of(digest)
        if session_id is not None:
            await self.store.end_session(session_id, self.clock.now())


def normal_email(email: str) -> str:
    """Emails that differ in case or outer spaces are the same account."""
    return email.strip().casefold()


def _throttle_keys(email: str, place: str, at_home: bool) -> dict[str, SignInAllowance]:
    keys = {_digest(f"both {email} {place}"): PER_PERSON_AND_PLACE, _digest(f"place {place}"): PER_PLACE}
    return keys if at_home else {**keys, _digest(f"person {email}"): PER_PERSON}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class SignInNeeded(Unauthenticated):
    """The request carries no token."""


@dataclass(frozen=True, slots=True)
class IdentifiedCaller:
    """Who is calling; `token` is the personal token that they came with, `session_id` the sign-in of a person who
    signed in; the owner of a desk without passwords has neither."""

    user: User
    token: PersonalToken | None = None
    session_id: str | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """Tells the caller from the `Authorization` header; `local_owner` is None where everybody signs in."""

    accounts: Accounts
    personal_tokens: PersonalTokens
    local_owner: User | None

    async def identify(self, authorization: str | None) -> IdentifiedCaller:
        if authorization is None:
            if self.local_owner is None:
                raise SignInNeeded("accounts.sign_in_needed")
            return IdentifiedCaller(self.local_owner)
        scheme, _, text = authorization.partition(" ")
        if scheme.lower() != "bearer" or not text:
            raise BadToken("accounts.bad_header")
        if text.strip().startswith(PREFIX):
            token = await self.personal_tokens.read(text.strip())
            return IdentifiedCaller(await self.accounts.existing(token.user_id), token)
        user, session_id = await self.accounts.caller(text.strip())
        return IdentifiedCaller(user, session_id=session_id)
