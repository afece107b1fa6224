"""Register, sign in, refresh with rotation, sign out; and who is calling."""

import hashlib
import secrets
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
    RefreshToken,
    SignIn,
    SignInAllowance,
    TooManyLogins,
    User,
    WeakPassword,
    WrongCredentials,
)
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

    async def register(self, email: str, password: str, name: str | None) -> SignIn:
        email = normal_email(email)
        _refuse_weak(password, email)
        user = User(self.ids.new(), email, name or email.partition("@")[0], self.clock.now())
        await self.store.add_user(user, await self.hasher.hash(password))
        return await self._new_family(user)

    async def login(self, email: str, password: str, place: str) -> SignIn:
        """`place` is the network address that the try came from."""
        email = normal_email(email)
        keys = _throttle_keys(email, place)
        wait = await self.store.admit_login(keys, self.clock.now())
        if wait:
            raise TooManyLogins("accounts.too_many_logins", seconds=wait, retry_after_seconds=wait)
        found = await self.store.user_by_email(email)
        if not await self.hasher.verify(password, found[1] if found else None) or found is None:
            raise WrongCredentials("accounts.wrong_credentials")
        await self.store.forget_failures(keys.keys())
        await self.store.forget_expired_tokens(self.clock.now())
        return await self._new_family(found[0])

    async def refresh(self, refresh_token: str) -> SignIn:
        digest, successor, now = _digest(refresh_token), secrets.token_urlsafe(32), self.clock.now()
        rotated = await self.store.rotate_refresh_token(digest, _digest(successor), now + self.refresh_life, now)
        if rotated is None:
            await self._end_family(digest)  # a spent token that comes back was stolen, from one side or the other
            raise BadToken("accounts.session_ended")
        return self._signed_in(await self.existing(rotated.user_id), successor)

    async def logout(self, refresh_token: str) -> None:
        await self._end_family(_digest(refresh_token))

    async def caller(self, access_token: str) -> User:
        """Whose access token this is."""
        return await self.existing(self.access_tokens.user_id(access_token))

    async def existing(self, user_id: str) -> User:
        user = await self.store.user(user_id)
        if user is None:
            raise BadToken("accounts.account_gone")
        return user

    async def _new_family(self, user: User) -> SignIn:
        refresh_token = secrets.token_urlsafe(32)
        expires_at = self.clock.now() + self.refresh_life
        token = RefreshToken(_digest(refresh_token), user.id, self.ids.new(), expires_at)
        await self.store.add_refresh_token(token)
        return self._signed_in(user, refresh_token)

    def _signed_in(self, user: User, refresh_token: str) -> SignIn:
        access_token, life = self.access_tokens.issue(user.id)
        return SignIn(user, access_token, refresh_token, life)

    async def _end_family(self, digest: str) -> None:
        family = await self.store.family_of(digest)
        if family is not None:
            await self.store.revoke_family(family, self.clock.now())


def normal_email(email: str) -> str:
    """Emails that differ in case or outer spaces are the same account."""
    return email.strip().casefold()


def _refuse_weak(password: str, email: str) -> None:
    if len(set(password)) < 5 or password.casefold() == email:
        raise WeakPassword("accounts.weak_password")


def _throttle_keys(email: str, place: str) -> dict[str, SignInAllowance]:
    return {
        _digest(f"both {email} {place}"): PER_PERSON_AND_PLACE,
        _digest(f"person {email}"): PER_PERSON,
        _digest(f"place {place}"): PER_PLACE,
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class SignInNeeded(Unauthenticated):
    """The request carries no token."""


@dataclass(frozen=True, slots=True)
class IdentifiedCaller:
    """Who is calling; `token` is the personal token that they came with, and None for a person who signed in."""

    user: User
    token: PersonalToken | None = None


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
        return IdentifiedCaller(await self.accounts.caller(text.strip()))
