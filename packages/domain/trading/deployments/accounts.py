"""Broker accounts of a person, paper and elsewhere, and which of them deployments already trade on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import Caller, require_person
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import AccountBusy, BadAccount, UnknownAccount
from packages.domain.trading.deployments.ports import DeploymentStore

LONGEST_TEXT = 200
_SHOWN = 4


class AccountKind(StrEnum):
    """Paper and live keys are different kinds: one never stands where the other is meant."""

    PAPER = "paper"  # the embedded broker
    REPLAY = "replay"  # the same, for replays alone
    ALPACA_PAPER = "alpaca_paper"
    ALPACA_LIVE = "alpaca_live"
    CCXT_SANDBOX = "ccxt_sandbox"
    CCXT_LIVE = "ccxt_live"

    @property
    def mode(self) -> Mode:
        if self is AccountKind.REPLAY:
            return Mode.REPLAY
        return Mode.LIVE if self in (AccountKind.ALPACA_LIVE, AccountKind.CCXT_LIVE) else Mode.PAPER

    @property
    def is_own(self) -> bool:
        """Whether it is the desk's own broker, which has no keys."""
        return self in (AccountKind.PAPER, AccountKind.REPLAY)

    @property
    def needs_venue(self) -> bool:
        """Whether the exchange has to be named."""
        return self in (AccountKind.CCXT_SANDBOX, AccountKind.CCXT_LIVE)


@dataclass(frozen=True, slots=True)
class BrokerCredentials:
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
    """An account as it is shown: without its keys."""

    id: str
    owner_id: str
    kind: AccountKind
    label: str
    venue: str | None
    masked_key: str | None
    created_at: datetime


class BrokerAccountStore(Protocol):
    """Where accounts are kept, their keys sealed."""

    async def add(self, account: LinkedAccount, credentials: BrokerCredentials | None) -> None: ...

    async def find(self, owner_id: str, account_id: str) -> LinkedAccount | None: ...

    async def of(self, owner_id: str) -> Sequence[LinkedAccount]:
        """Oldest first."""
        ...

    async def credentials(self, owner_id: str, account_id: str) -> BrokerCredentials | None: ...

    async def remove(self, owner_id: str, account_id: str, at: datetime) -> bool:
        """Its keys are gone for good. False, and nothing is done, while a deployment has it."""
        ...


class BrokerAccounts:
    """All that a person does with their accounts."""

    def __init__(self, store: BrokerAccountStore, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    async def open_paper(self, owner_id: str, label: str, kind: AccountKind = AccountKind.PAPER) -> LinkedAccount:
        return await self._add(owner_id, kind, label, None, None)

    async def link(
        self, caller: Caller, kind: AccountKind, label: str, credentials: BrokerCredentials, venue: str | None = None
    ) -> LinkedAccount:
        """Only a person hands over keys."""
        person = require_person(caller, "link a broker account")
        if kind.is_own:
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

    async def credentials(self, owner_id: str, account_id: str) -> BrokerCredentials:
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
        self, owner_id: str, kind: AccountKind, label: str, credentials: BrokerCredentials | None, venue: str | None
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


_PAGE = 200


async def taken_accounts(store: DeploymentStore, owner_id: str) -> Mapping[str, str]:
    """The deployment that has each account, by the account's id; one that is completed has none."""
    taken: dict[str, str] = {}
    before: str | None = None
    while found := await store.page(owner_id, _PAGE, before):
        taken |= {each.account_id: each.id for each in found if each.state is not LifecycleState.COMPLETED}
        before = found[-1].id
    return taken


async def paper_account(
    store: DeploymentStore,
    accounts: BrokerAccounts,
    owner_id: str,
    key: str,
    label: str,
    kind: AccountKind = AccountKind.PAPER,
) -> LinkedAccount:
    """That of the deployment which the key has made already; else the oldest of the kind that is free; else a new one
    with this label."""
    known = await store.by_key(owner_id, key)
    if known is not None:
        return await accounts.get(owner_id, known[0].account_id)
    taken = await taken_accounts(store, owner_id)
    own = [each for each in await accounts.list(owner_id) if each.kind is kind and each.id not in taken]
    return own[0] if own else await accounts.open_paper(owner_id, label[:LONGEST_TEXT], kind)
