"""What every store of deployments, of broker accounts and of kill switches must do."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import (
    AccountKind,
    BrokerAccountStore,
    BrokerCredentials,
    LinkedAccount,
)
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState
from packages.domain.trading.deployments.model import Blocker, Clearance, Deployment, NotCleared, StateChange
from packages.domain.trading.deployments.ports import DeploymentStore
from packages.domain.trading.risk.limits import EquityMarks, limits_of_person
from packages.domain.trading.risk.switches import GLOBAL, Switch, SwitchKey, SwitchScope, SwitchStore

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
KEYS = BrokerCredentials("PKAB12CD34EF56GH78IJ", "s3cret-of-the-broker")


@dataclass(frozen=True, slots=True)
class Stores:
    """Over one and the same memory or database."""

    deployments: DeploymentStore
    accounts: BrokerAccountStore
    switches: SwitchStore


def uid(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


def account(number: int = 1, owner: str = "ann", kind: AccountKind = AccountKind.ALPACA_PAPER) -> LinkedAccount:
    return LinkedAccount(
        id=uid(number), owner_id=owner, kind=kind, label="mine", venue=None, masked_key="…78IJ", created_at=NOW
    )


def deployment(number: int, account_number: int = 1, owner: str = "ann") -> Deployment:
    return Deployment(
        id=uid(number),
        owner_id=owner,
        strategy_id=uid(900),
        version=3,
        content_hash="ab" * 32,
        account_id=uid(account_number),
        mode=Mode.PAPER,
        terms={"cash": "100000", "leverage": 1.5, "note": "现金"},
        limits=limits_of_person(-0.25, "kyc.risk_tolerance=moderate"),
        clearance=Clearance("report-1", "pass"),
        state=LifecycleState.READY,
        created_at=NOW,
        updated_at=NOW,
        changes=1,
    )


def change(
    number: int, action: DeploymentAction, before: LifecycleState | None, after: LifecycleState, **more: object
) -> StateChange:
    told = StateChange(
        number=number, action=action, before=before, after=after, by="person:ann:s1", reason="why", at=NOW
    )
    return replace(told, **more)  # type: ignore[arg-type]


FIRST = change(1, DeploymentAction.CREATE, None, LifecycleState.READY)


class DeploymentStoreConformance:
    @pytest.fixture
    def stores(self) -> Stores:
        raise NotImplementedError

    async def test_a_deployment_comes_back_as_it_was_made_and_only_to_its_owner(self, stores: Stores) -> None:
        store = stores.deployments
        await stores.accounts.add(account(1), None)
        made = replace(deployment(1), clearance=Clearance("report-1", "reject", "I know what I do", "person:ann:s1"))
        assert await store.add(made, FIRST, "key", "digest") == (made, "digest")
        assert await store.find("ann", uid(1)) == made
        assert await store.by_key("ann", "key") == (made, "digest")
        assert (await store.find("bob", uid(1)), await store.by_key("bob", "key")) == (None, None)
        assert list(await store.history("ann", uid(1))) == [FIRST]
        assert list(await store.history("bob", uid(1))) == []
        assert await store.owner_of(uid(1)) == "ann"
        assert await store.owner_of(uid(2)) is None
        marks = EquityMarks(date(2026, 11, 13), Decimal("1.10"), Decimal(3), Decimal("2.5"))
        await store.mark(uid(1), marks)
        assert await store.find("ann", uid(1)) == replace(made, marks=marks)

    async def test_a_key_makes_one_deployment_and_an_account_serves_one(self, stores: Stores) -> None:
        store = stores.deployments
        for number in (1, 2):
            await stores.accounts.add(account(number), None)
        made = await asyncio.gather(*(store.add(deployment(n, 1), FIRST, "key", f"d{n}") for n in range(1, 9)))
        assert len({(each.id, digest) for each, digest in made}) == 1
        assert len(await store.history("ann", made[0][0].id)) == 1
        with pytest.raises(NotCleared) as refusal:
            await store.add(deployment(20, 1), FIRST, "other", "digest")
        assert refusal.value.blocker is Blocker.ACCOUNT_BUSY
        await store.add(deployment(21, 2), FIRST, "other", "digest")
        assert [each.id for each in await store.page("ann", 10, None)] == [uid(21), made[0][0].id]
        assert [each.id for each in await store.page("ann", 1, uid(21))] == [made[0][0].id]
        assert list(await store.page("bob", 10, None)) == []

    async def test_of_changes_that_come_at_once_one_is_made(self, stores: Stores) -> None:
        store = stores.deployments
        await stores.accounts.add(account(1), None)
        await store.add(deployment(1), FIRST, "key", "digest")
        start = change(2, DeploymentAction.START, LifecycleState.READY, LifecycleState.RUNNING)
        done = await asyncio.gather(*(store.change("ann", uid(1), start) for _ in range(8)))
        assert [each.state for each in done if each is not None] == [LifecycleState.RUNNING]
        assert (
            await store.change(
                "bob", uid(1), change(3, DeploymentAction.PAUSE, LifecycleState.RUNNING, LifecycleState.PAUSED)
            )
            is None
        )
        assert (
            await store.change(
                "ann", uid(1), change(3, DeploymentAction.PAUSE, LifecycleState.PAUSED, LifecycleState.RUNNING)
            )
            is None
        )
        assert [each.number for each in await store.history("ann", uid(1))] == [1, 2]
        assert [each.id for each in await store.at_work()] == [uid(1)]

    async def test_a_blocker_stays_while_it_blocks_and_a_completed_one_gives_its_account_free(
        self, stores: Stores
    ) -> None:
        store = stores.deployments
        await stores.accounts.add(account(1), KEYS)
        await store.add(deployment(1), FIRST, "key", "digest")
        block = change(
            2, DeploymentAction.BLOCK, LifecycleState.READY, LifecycleState.BLOCKED, blocker=Blocker.ACCOUNT_BLOCKED
        )
        blocked = await store.change("ann", uid(1), block)
        halted = await store.change(
            "ann",
            uid(1),
            change(3, DeploymentAction.HALT, LifecycleState.BLOCKED, LifecycleState.BLOCKED, flatten=True),
        )
        assert blocked is not None
        assert halted is not None
        assert (blocked.blocker, halted.blocker, halted.flatten) == (block.blocker, block.blocker, True)
        stopping = await store.change(
            "ann", uid(1), change(4, DeploymentAction.STOP, LifecycleState.BLOCKED, LifecycleState.STOPPING)
        )
        assert stopping is not None
        assert stopping.blocker is None
        await store.change(
            "ann", uid(1), change(5, DeploymentAction.SETTLE, LifecycleState.STOPPING, LifecycleState.STOPPED)
        )
        assert list(await store.at_work()) == []
        assert not await stores.accounts.remove("ann", uid(1), NOW)
        await store.change(
            "ann", uid(1), change(6, DeploymentAction.COMPLETE, LifecycleState.STOPPED, LifecycleState.COMPLETED)
        )
        await store.add(deployment(2), FIRST, "again", "digest")

    async def test_keys_come_back_to_whoever_may_use_them_and_go_with_the_account(self, stores: Stores) -> None:
        store = stores.accounts
        await store.add(account(1), KEYS)
        await store.add(account(2, kind=AccountKind.PAPER), None)
        assert list(await store.of("ann")) == [account(1), account(2, kind=AccountKind.PAPER)]
        assert await store.credentials("ann", uid(1)) == KEYS
        assert await store.credentials("ann", uid(2)) is None
        assert (await store.credentials("bob", uid(1)), await store.find("bob", uid(1))) == (None, None)
        assert not await store.remove("bob", uid(1), NOW)
        assert await store.remove("ann", uid(1), NOW)
        assert not await store.remove("ann", uid(1), NOW)
        assert (await store.find("ann", uid(1)), await store.credentials("ann", uid(1))) == (None, None)

    async def test_a_switch_stands_as_it_was_last_turned_and_every_turn_stays(self, stores: Stores) -> None:
        store, mine = stores.switches, SwitchKey(SwitchScope.PERSON, "ann")
        turns = [
            Switch(mine, is_on, "person:ann:s1", f"reason {number}", NOW + timedelta(seconds=number))
            for number, is_on in enumerate((True, False, True))
        ]
        for turn in turns:
            await store.turn(turn)
        assert list(await store.on([GLOBAL, mine])) == [turns[2]]
        await store.turn(everybody := Switch(GLOBAL, True, "person:op:s1", "outage", NOW))
        assert list(await store.on([GLOBAL, mine])) == [everybody, turns[2]]
        assert list(await store.on([SwitchKey(SwitchScope.PERSON, "bob")])) == []
        assert list(await store.history(mine, 2)) == [turns[2], turns[1]]
        await asyncio.gather(*(store.turn(turns[number % 2]) for number in range(8)))
        assert len(await store.history(mine, 99)) == 11
