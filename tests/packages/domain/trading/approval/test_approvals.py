"""Approvals: given by a person for what they saw, for a short time, and spent once."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from packages.core.ids import Ids
from packages.domain.trading.approval.approvals import LONGEST_LIFE, Approvals, needs_approval
from packages.domain.trading.approval.ports import (
    ApprovalOver,
    ApprovalStatus,
    BadEnvelope,
    CannotBeValued,
    Envelope,
    NotApproved,
    NotWhatWasShown,
    OneOrder,
    UnknownApproval,
)
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import ApiKey, Caller, ModelTool, PersonNeeded, PersonSession
from packages.domain.trading.callers import SystemCaller as TheDesk
from packages.domain.trading.orders import Effect, OrderType, SizeRule, Sizing
from tests.fakes.clock import StoppedClock
from tests.fakes.deployments import InMemoryApprovals
from tests.packages.domain.trading.approval.making import ANN, NOW, ORDER, PLACE, SUBJECT, Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_an_order_is_asked_for_shown_approved_and_spent_once(desk: Desk) -> None:
    with pytest.raises(NotApproved):
        await desk.approvals.consume(SUBJECT)
    asked = await desk.approvals.request(SUBJECT)
    with pytest.raises(NotApproved):
        await desk.approvals.consume(SUBJECT)
    assert asked.document == SUBJECT.document
    given = await desk.approvals.approve(ANN, asked.id, asked.digest)
    assert (given.status, given.decided_by) == (ApprovalStatus.APPROVED, "person:ann:s1")
    used = await desk.approvals.consume(SUBJECT)
    assert (used.approval_id, used.worth) == (asked.id, Decimal("1875"))
    with pytest.raises(NotApproved):
        await desk.approvals.consume(SUBJECT)
    assert (await desk.approvals.get("ann", asked.id)).status is ApprovalStatus.USED


@pytest.mark.parametrize("caller", [ApiKey("ann", "k1"), ModelTool("ann", "t1"), TheDesk("ann")])
async def test_nothing_but_a_persons_own_session_approves(desk: Desk, caller: Caller) -> None:
    asked = await desk.approvals.request(SUBJECT)
    with pytest.raises(PersonNeeded):
        await desk.approvals.approve(caller, asked.id, asked.digest)
    assert (await desk.approvals.get("ann", asked.id)).status is ApprovalStatus.PENDING


async def test_another_persons_request_is_unknown(desk: Desk) -> None:
    asked, bob = await desk.approvals.request(SUBJECT), PersonSession("bob", "s2")
    for doing in (
        desk.approvals.approve(bob, asked.id, asked.digest),
        desk.approvals.deny(bob, asked.id),
        desk.approvals.withdraw(bob, asked.id),
    ):
        with pytest.raises(UnknownApproval):
            await doing
    assert list(await desk.approvals.page("bob")) == []
    assert [each.id for each in await desk.approvals.page("ann")] == [asked.id]


async def test_what_the_person_did_not_see_they_did_not_approve(desk: Desk) -> None:
    asked = await desk.approvals.request(SUBJECT)
    for digest in ("", "0" * 64, asked.digest.upper()):
        with pytest.raises(NotWhatWasShown):
            await desk.approvals.approve(ANN, asked.id, digest)


async def test_an_approval_is_good_for_five_minutes_and_not_for_a_moment_more(desk: Desk) -> None:
    await desk.approved()
    desk.clock.move(minutes=5)
    with pytest.raises(NotApproved):
        await desk.approvals.consume(SUBJECT)
    await desk.approved()
    desk.clock.move(minutes=5, microseconds=-1)
    assert (await desk.approvals.consume(SUBJECT)).client_order_id == "o-1"


def test_no_desk_can_be_made_where_approvals_live_longer() -> None:
    clock = StoppedClock(NOW)
    for life in (LONGEST_LIFE + timedelta(microseconds=1), timedelta(0)):
        with pytest.raises(ValueError, match="five minutes"):
            Approvals(InMemoryApprovals(), clock, Ids(clock), life=life)


async def test_a_request_that_waited_too_long_is_over(desk: Desk) -> None:
    asked = await desk.approvals.request(SUBJECT)
    desk.clock.move(hours=1)
    with pytest.raises(ApprovalOver):
        await desk.approvals.approve(ANN, asked.id, asked.digest)
    assert (await desk.approvals.request(SUBJECT)).id != asked.id


async def test_a_decision_stands(desk: Desk) -> None:
    asked = await desk.approvals.request(SUBJECT)
    await desk.approvals.deny(ANN, asked.id)
    with pytest.raises(ApprovalOver):
        await desk.approvals.approve(ANN, asked.id, asked.digest)
    with pytest.raises(NotApproved):
        await desk.approvals.consume(SUBJECT)


async def test_what_was_approved_can_be_withdrawn_until_it_is_spent(desk: Desk) -> None:
    await desk.approvals.withdraw(ANN, await desk.approved())
    with pytest.raises(NotApproved):
        await desk.approvals.consume(SUBJECT)
    spent = await desk.approved()
    await desk.approvals.consume(SUBJECT)
    with pytest.raises(ApprovalOver):
        await desk.approvals.withdraw(ANN, spent)


async def test_the_same_order_asked_for_twice_is_one_request(desk: Desk) -> None:
    first, second = await desk.approvals.request(SUBJECT), await desk.approvals.request(SUBJECT)
    assert first == second


async def test_an_order_that_is_sent_again_has_its_approval_and_only_while_that_is_fresh(desk: Desk) -> None:
    await desk.approved()
    desk.clock.move(minutes=4)
    await desk.approvals.consume(SUBJECT)
    used = await desk.approvals.spent_on(SUBJECT)
    assert used is not None
    assert await desk.approvals.is_fresh("ann", used)
    desk.clock.move(minutes=1)
    assert not await desk.approvals.is_fresh("ann", used)


@pytest.mark.parametrize(
    "order",
    [
        replace(ORDER, quantity=None, sizing=Sizing(SizeRule.EQUITY, 0.5)),
        replace(ORDER, type=OrderType.MARKET, price=None, reference_price=None),
    ],
)
async def test_an_order_that_cannot_be_valued_is_shown_to_nobody(desk: Desk, order: object) -> None:
    with pytest.raises(CannotBeValued):
        await desk.approvals.request(OneOrder(PLACE, order))  # type: ignore[arg-type]


def test_exits_and_paper_need_nobodys_word() -> None:
    assert needs_approval(SUBJECT)
    assert not needs_approval(OneOrder(PLACE, replace(ORDER, effect=Effect.CLOSE)))
    assert not needs_approval(OneOrder(replace(PLACE, mode=Mode.PAPER), ORDER))


class TestAnEnvelope:
    ENVELOPE = Envelope(PLACE, ("AAPL", "MSFT"), Decimal(5000), NOW + timedelta(days=2))

    async def approve(self, desk: Desk) -> str:
        asked = await desk.approvals.request(self.ENVELOPE)
        return (await desk.approvals.approve(ANN, asked.id, asked.digest)).id

    def order(self, number: int, **changed: object) -> OneOrder:
        return OneOrder(PLACE, replace(ORDER, client_order_id=f"o-{number}", **changed))  # type: ignore[arg-type]

    async def test_covers_its_symbols_until_its_money_is_spent(self, desk: Desk) -> None:
        envelope = await self.approve(desk)
        for number in (1, 2):
            await desk.approvals.consume(self.order(number))
        assert (await desk.approvals.get("ann", envelope)).remaining == 1250
        for refused in (self.order(3), self.order(4, symbol="NVDA", quantity=Decimal(1))):
            with pytest.raises(NotApproved):
                await desk.approvals.consume(refused)
        await desk.approvals.consume(self.order(5, symbol="MSFT", quantity=Decimal(6)))

    async def test_is_over_when_it_says_so(self, desk: Desk) -> None:
        await self.approve(desk)
        desk.clock.move(days=1, hours=23, minutes=59)
        await desk.approvals.consume(self.order(1))
        desk.clock.move(minutes=1)
        with pytest.raises(NotApproved):
            await desk.approvals.consume(self.order(2))

    async def test_can_be_withdrawn(self, desk: Desk) -> None:
        await desk.approvals.withdraw(ANN, await self.approve(desk))
        with pytest.raises(NotApproved):
            await desk.approvals.consume(self.order(1))

    async def test_is_of_one_deployment_on_one_account(self, desk: Desk) -> None:
        await self.approve(desk)
        with pytest.raises(NotApproved):
            await desk.approvals.consume(OneOrder(replace(PLACE, deployment_id="other"), ORDER))

    async def test_ends_within_a_month_and_holds_something(self, desk: Desk) -> None:
        for until in (NOW, NOW - timedelta(days=1), NOW + timedelta(days=31)):
            with pytest.raises(BadEnvelope):
                await desk.approvals.request(replace(self.ENVELOPE, until=until))
        for wrong in ({"symbols": ()}, {"symbols": ("A", "A")}, {"most_money": Decimal(0)}):
            with pytest.raises(BadEnvelope):
                replace(self.ENVELOPE, **wrong)
