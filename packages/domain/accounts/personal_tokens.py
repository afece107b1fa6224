"""Personal access tokens: what a person gives to a program of theirs, for some days and some scopes."""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from packages.core.clock import Clock
from packages.core.errors import Conflict, Forbidden, Invalid, NotFound
from packages.core.ids import Ids
from packages.domain.accounts.model import BadToken

PREFIX = "pat_"
LONGEST_DAYS = 366
MOST_TOKENS = 50
_SEEN_AGAIN_AFTER = timedelta(minutes=1)


class TokenScope(StrEnum):
    """What a token is good for; nothing lets it approve anything or touch live money."""

    READ = "read"
    WRITE = "write"
    TRADE_PAPER = "trade:paper"


class UnknownScope(Invalid):
    """A scope that no token can have, or none at all."""


class TooManyTokens(Conflict):
    """A person has as many tokens as one may have."""


class UnknownPersonalToken(NotFound):
    """There is no such token, or it is another person's."""


class ScopeMissing(Forbidden):
    """The token was not given this scope."""


class SignedInPersonNeeded(Forbidden):
    """No token may do this, whatever its scopes."""


@dataclass(frozen=True, slots=True)
class PersonalToken:
    """A token as it is stored: by digest; `hint` is its end, by which its owner knows it again."""

    id: str
    user_id: str
    name: str
    scopes: frozenset[TokenScope]
    digest: str
    hint: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None = None

    def require(self, scope: TokenScope) -> None:
        if scope not in self.scopes:
            raise ScopeMissing("accounts.scope_missing", scope=scope.value, scopes=sorted(self.scopes))


class PersonalTokenStore(Protocol):
    """Where tokens are kept."""

    async def add(self, token: PersonalToken, most: int) -> bool:
        """False, and nothing is kept, when the person has `most` already."""
        ...

    async def of_user(self, user_id: str) -> Sequence[PersonalToken]:
        """The newest first."""
        ...

    async def by_digest(self, digest: str) -> PersonalToken | None: ...

    async def remove(self, user_id: str, token_id: str) -> bool:
        """Whether it was there."""
        ...

    async def used(self, token_id: str, at: datetime) -> None: ...


@dataclass(frozen=True, slots=True)
class PersonalTokens:
    """Issues, lists, checks and removes tokens."""

    store: PersonalTokenStore
    clock: Clock
    ids: Ids

    async def issue(
        self, user_id: str, name: str, scopes: Collection[str], expires_in_days: int
    ) -> tuple[str, PersonalToken]:
        """The token, which is shown this once, and what is kept of it."""
        text, now = PREFIX + secrets.token_urlsafe(32), self.clock.now()
        token = PersonalToken(
            id=self.ids.new(),
            user_id=user_id,
            name=name,
            scopes=_scopes(scopes),
            digest=_digest(text),
            hint=text[-4:],
            created_at=now,
            expires_at=now + timedelta(days=expires_in_days),
        )
        if not await self.store.add(token, MOST_TOKENS):
            raise TooManyTokens("accounts.too_many_tokens", most=MOST_TOKENS)
        return text, token

    async def of_user(self, user_id: str) -> Sequence[PersonalToken]:
        return await self.store.of_user(user_id)

    async def remove(self, user_id: str, token_id: str) -> None:
        if not await self.store.remove(user_id, token_id):
            raise UnknownPersonalToken("accounts.unknown_token")

    async def read(self, text: str) -> PersonalToken:
        """Raises `BadToken` for one that is unknown, removed or expired."""
        token, now = await self.store.by_digest(_digest(text)), self.clock.now()
        if token is None or token.expires_at <= now:
            raise BadToken("accounts.bad_personal_token")
        if token.last_used_at is None or now - token.last_used_at >= _SEEN_AGAIN_AFTER:
            await self.store.used(token.id, now)
        return token


def _scopes(named: Collection[str]) -> frozenset[TokenScope]:
    """Who may write may read, and who may trade on paper may do both."""
    strange = sorted(set(named) - set(TokenScope))
    if not named:
        raise UnknownScope("accounts.no_scope", scopes=list(TokenScope))
    if strange:
        raise UnknownScope("accounts.unknown_scope", strange=", ".join(strange)[:100], scopes=list(TokenScope))
    last = max(list(TokenScope).index(TokenScope(each)) for each in named)
    return frozenset(list(TokenScope)[: last + 1])


def _digest(text: str) -> str:
    """Of a secret with 256 random bits, which no list of guesses holds: a slow hash would protect nothing more."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
