"""Broker accounts of a person: paper ones of the desk's own, and others elsewhere whose keys are never told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import Caller, require_person
from packages.domain.trading.deployments.errors import AccountBusy, BadAccount, UnknownAccount

LONGEST_TEXT = 200
_SHOWN = 4


class AccountKind(StrEnum):
    """Paper and live keys are different kinds: one never stands where the other is meant."""

    PAPER = "paper"  # the desk's own broker
    ALPACA_PAPER = "alpaca_paper"
    ALPACA_LIVE = "alpaca_live"
    CCXT_SANDBOX = "ccxt_sandbox"
    CCXT_LIVE = "ccxt_live"

    @property
    def mode(self) -> Mode:
        return Mode.LIVE if self in (AccountKind.ALPACA_LIVE, AccountKind.CCXT_LIVE) else Mode.PAPER

    @property
    def needs_venue(self) -> bool:
        """Whether it has to be told which exchange."""
        return self in (AccountKind.CCXT_SANDBOX, AccountKind.CCXT_LIVE)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What opens an account elsewhere; printed, it says nothing."""

    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)
    passphrase: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for text in (self.api_key, self.api_secret, self.passphrase or "x"):
            if not 1 <= len(text.strip()) <= LONGEST_TEXT:
                raise BadAccount("trading.bad_keys", longest=LONGEST_TEXT)

    @property
    def masked(self) -> str:
        """The last characters of a key that is long enough to spare them."""
        return f"…{self.api_key[-_SHOWN:]}" if len(self.api_key) >= 4 * _SHOWN else "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedAccount:
    """An account as it is told: without its keys."""

    id: str
    owner_id: str
    kind: AccountKind
    label: str
    venue: str | None
    masked_key: str | None
    created_at: datetime


class AccountStore(Protocol):
    """Where accounts are kept, their keys sealed."""

    async def add(self, account: LinkedAccount, credentials: Credentials | None) -> None: ...

    async def find(self, owner_id: str, account_id: str) -> LinkedAccount | None: ...

    async def of(self, owner_id: str) -> Sequence[LinkedAccount]:
        """Oldest first."""
        ...

    async def credentials(self, owner_id: str, account_id: str) -> Credentials | None: ...

    async def remove(self, owner_id: str, account_id: str, at: datetime) -> bool:
        """Its keys are gone for good. False, and nothing is done, while a deployment has it."""
        ...


class BrokerAccounts:
    """All that a person does with their accounts."""

    def __init__(self, store: AccountStore, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    async def open_paper(self, owner_id: str, label: str) -> LinkedAccount:
        return await self._add(owner_id, AccountKind.PAPER, label, None, None)

    async def link(
        self, caller: Caller, kind: AccountKind, label: str, credentials: Credentials, venue: str | None = None
    ) -> LinkedAccount:
        """Only a person hands over keys."""
        person = require_person(caller, "link a broker account")
        if kind is AccountKind.PAPER:
            raise BadAccount("trading.paper_has_no_keys")
        if (venue is not None) != kind.needs_venue:
            raise BadAccount("trading.exchange_for_ccxt_only")
        return await self._add(person.user_id, kind, label, credentials, venue)

    async def get(self, owner_id: str, account_id: str) -> LinkedAccount:
        found = await self._store.find(owner_id, account_id)
        if found is None:
            raise UnknownAccount("trading.unknown_account")
        return found

    async def list(self, owner_id: str) -> Sequence[LinkedAccount]:
        return await self._store.of(owner_id)

    async def credentials(self, owner_id: str, account_id: str) -> Credentials:
        """For whoever makes the broker's adapter, and for nobody else."""
        await self.get(owner_id, account_id)
        found = await self._store.credentials(owner_id, account_id)
        if found is None:
            raise BadAccount("trading.own_account_has_no_keys")
        return found

    async def remove(self, caller: Caller, account_id: str) -> None:
        person = require_person(caller, "remove a broker account")
        await self.get(person.user_id, account_id)
        if not await self._store.remove(person.user_id, account_id, self._clock.now()):
            raise AccountBusy("trading.account_busy")

    async def _add(
        self, owner_id: str, kind: AccountKind, label: str, credentials: Credentials | None, venue: str | None
    ) -> LinkedAccount:
        if not 1 <= len(label.strip()) <= LONGEST_TEXT or len(venue or "") > LONGEST_TEXT:
            raise BadAccount("trading.bad_account_name", longest=LONGEST_TEXT)
        account = LinkedAccount(
            id=self._ids.new(),
            owner_id=owner_id,
            kind=kind,
            label=label.strip(),
            venue=venue,
            masked_key=None if credentials is None else credentials.masked,
            created_at=self._clock.now(),
        )
        await self._store.add(account, credentials)
        return account
