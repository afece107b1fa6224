"""What every store of approvals must do."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.trading.approval.ports import Approval, ApprovalKind, ApprovalStatus, ApprovalStore, Spend

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
SOON, LATER = NOW + timedelta(minutes=1), NOW + timedelta(minutes=10)


def uid(number: int) -> str:
    return f"00000000-0000-7000-8000-{number:012d}"


def pending(number: int, digest: str = "d1") -> Approval:
    return Approval(
        id=uid(number),
        owner_id="ann",
        deployment_id="dep",
        kind=ApprovalKind.ORDER,
        digest=digest,
        document={"order": {"symbol": "AAPL", "说明": "买入"}},
        status=ApprovalStatus.PENDING,
        requested_at=NOW,
        expires_at=LATER,
    )


def envelope(number: int, money: str = "1000") -> Approval:
    return replace(
        pending(number, f"e{number}"),
        kind=ApprovalKind.ENVELOPE,
        symbols=("AAPL", "MSFT"),
        remaining=Decimal(money),
        until=LATER,
    )


def approved(asked: Approval) -> Approval:
    ends = asked.until or NOW + timedelta(minutes=5)
    return replace(asked, status=ApprovalStatus.APPROVED, decided_by="person:ann:s", decided_at=NOW, expires_at=ends)


def spend(
    order: str = "o1", digest: str = "d1", worth: str = "100", symbol: str = "AAPL", at: datetime = SOON
) -> Spend:
    return Spend("ann", "dep", order, symbol, digest, Decimal(worth), at)


class ApprovalStoreConformance:
    @pytest.fixture
    def store(self) -> ApprovalStore:
        raise NotImplementedError

    async def given(self, store: ApprovalStore, asked: Approval) -> Approval:
        await store.add(asked)
        done = await store.decide(approved(asked), NOW)
        assert done is not None
        return done

    async def test_a_request_is_kept_found_by_its_owner_and_decided_once(self, store: ApprovalStore) -> None:
        assert await store.add(pending(1)) == pending(1)
        assert await store.add(pending(2)) == pending(1)  # it waits already
        assert await store.find("ann", uid(1)) == pending(1)
        assert await store.find("bob", uid(1)) is None
        assert await store.decide(replace(approved(pending(1)), owner_id="bob"), NOW) is None
        assert await store.decide(approved(pending(1)), LATER) is None
        deciding = [approved(pending(1)), replace(approved(pending(1)), status=ApprovalStatus.DENIED)] * 4
        done = await asyncio.gather(*(store.decide(each, NOW) for each in deciding))
        assert len([each for each in done if each is not None]) == 1
        again = await store.add(pending(3))
        assert (again.id, await store.newest("dep", "d1")) == (uid(3), pending(3))
        assert [each.id for each in await store.page("ann", 9, None, None)] == [uid(3), uid(1)]
        assert [each.id for each in await store.page("ann", 9, uid(3), None)] == [uid(1)]
        assert [each.id for each in await store.page("ann", 9, None, ApprovalStatus.PENDING)] == [uid(3)]
        assert list(await store.page("bob", 9, None, None)) == []

    async def test_of_racing_consumers_of_one_approval_one_wins(self, store: ApprovalStore) -> None:
        await self.given(store, pending(1))
        spends = [spend("o1"), spend("o2")] * 4
        used = [each for each in await asyncio.gather(*map(store.spend, spends)) if each is not None]
        assert len(used) == 1
        assert await store.use("dep", used[0].client_order_id) == used[0]
        found = await store.find("ann", uid(1))
        assert found is not None
        assert found.status is ApprovalStatus.USED

    async def test_an_approval_covers_its_own_digest_in_its_own_time_and_place(self, store: ApprovalStore) -> None:
        given = await self.given(store, pending(1))
        wrong = (
            spend(digest="d2"),
            spend(at=given.expires_at),
            replace(spend(), owner_id="bob"),
            replace(spend(), deployment_id="other"),
        )
        assert [await store.spend(each) for each in wrong] == [None] * 4
        assert await store.spend(spend()) is not None

    async def test_what_is_not_approved_or_withdrawn_is_worth_nothing(self, store: ApprovalStore) -> None:
        await store.add(pending(1))
        assert await store.spend(spend()) is None
        await store.decide(approved(pending(1)), NOW)
        assert await store.withdraw("bob", uid(1), "person:bob:s", NOW) is None
        gone = await store.withdraw("ann", uid(1), "person:ann:s", NOW)
        assert gone is not None
        assert gone.status is ApprovalStatus.WITHDRAWN
        assert await store.withdraw("ann", uid(1), "person:ann:s", NOW) is None
        assert await store.spend(spend()) is None

    async def test_an_envelope_holds_what_it_holds_whoever_comes_at_once(self, store: ApprovalStore) -> None:
        await self.given(store, envelope(1, "1000"))
        assert await store.spend(spend("x", "any", "100", symbol="NVDA")) is None
        assert await store.spend(spend("x", "any", "1000.01")) is None
        spends = [spend(f"o{number}", f"any{number}", "300.30") for number in range(8)]
        used = [each for each in await asyncio.gather(*map(store.spend, spends)) if each is not None]
        assert len(used) == 3
        found = await store.find("ann", uid(1))
        assert found is not None
        assert (found.remaining, found.status) == (Decimal("99.10"), ApprovalStatus.APPROVED)
        assert await store.spend(spend(used[0].client_order_id, "any", "1")) is None  # it has spent already
        assert await store.spend(spend("late", "any", "1", at=LATER)) is None
        assert await store.spend(spend("last", "any", "99.1")) is not None
