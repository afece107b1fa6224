"""Of an approved order, not one parameter may be another: whatever is changed, the order is refused."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Context, Decimal
from typing import Any

import pytest

from packages.domain.trading.approval.ports import NotApproved, OneOrder, Place, digest_of
from packages.domain.trading.broker import Mode
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
    PartTarget,
    SizeRule,
    Sizing,
)
from tests.packages.domain.trading.approval.making import ORDER, PLACE, SUBJECT, Desk

_TEXTS = {
    "client_order_id": ["o-2", "O-1", "o-1 ", "", "o1", "o-1\x00", "о-1"],
    "symbol": ["MSFT", "aapl", "AAPL ", "AAPl", "AAPLX", "AAP", "ААPL", "BTC-USD"],
    "reason": ["", "entry ", "Entry", "exit", "entry\n", "entry2"],
}
_NUMBERS = [
    "0.01",
    "-0.01",
    "1",
    "-1",
    "0.000001",
    "-0.000001",
    "100",
    "0.5",
    "-0.5",
    "1E-18",
    "999999",
    "1E-40",
    "0.13",
    "-0.13",
    "3",
    "-3",
    "7.77",
    "-7.77",
    "0.2",
    "-0.2",
]
_EXACT = Context(prec=60)
_FACTORS = ["10", "0.1", "1.01", "0.99", "2", "0.5", "1.00000007", "1000", "1.5", "3.5", "0.25", "0.99999993"]


def _order(**changed: Any) -> OneOrder:
    return OneOrder(PLACE, replace(ORDER, **changed))


def _texts() -> Iterator[OneOrder]:
    return (_order(**{name: text}) for name, texts in _TEXTS.items() for text in texts)


def _numbers() -> Iterator[OneOrder]:
    for name in ("quantity", "price", "reference_price"):
        value: Decimal = getattr(ORDER, name)
        yield from (_order(**{name: _EXACT.add(value, Decimal(more))}) for more in _NUMBERS)
        yield from (_order(**{name: value * Decimal(factor)}) for factor in _FACTORS)


def _kinds() -> Iterator[OneOrder]:
    yield _order(side=OrderSide.SELL)
    yield _order(effect=Effect.CLOSE)
    yield _order(side=OrderSide.SELL, effect=Effect.CLOSE)
    yield _order(type=OrderType.STOP)
    yield _order(type=OrderType.MARKET, price=None)
    yield _order(reference_price=None)
    yield from (_order(scales=True), _order(scales=True, adds=True), _order(part=0), _order(part=1))
    yield from (_order(valid_bars=bars) for bars in (None, 0, 1, 2, 4, 30, 300))
    for rule in SizeRule:
        yield from (_order(sizing=Sizing(rule, value)) for value in (0.1, 1.0, 10.0))
        yield _order(sizing=Sizing(rule, 1.0, deviation=0.5))
        yield _order(sizing=Sizing(rule, 1.0, most=2.0))


def _guards() -> Iterator[OneOrder]:
    for name in ("stop", "target", "trail"):
        given: GuardDistance = getattr(ORDER.guards, name)
        others = [GuardDistance(unit, given.value) for unit in DistanceUnit if unit is not given.unit]
        moved = [GuardDistance(given.unit, given.value * factor) for factor in (0.5, 0.9, 0.999999, 1.000001, 1.1, 2.0)]
        changes: list[dict[str, Any]] = [{name: each} for each in (None, *others, *moved)]
        yield from (_order(guards=replace(ORDER.guards, **change)) for change in changes)
    half = PartTarget(0, GuardDistance(DistanceUnit.PCT, 0.1), fraction=0.5)
    yield from (_order(guards=replace(ORDER.guards, parts=(each,))) for each in (half, replace(half, fraction=0.6)))
    yield _order(guards=replace(ORDER.guards, from_last=True))
    yield _order(guards=Guards())
    yield _order(guards=Guards(ORDER.guards.target, ORDER.guards.stop, ORDER.guards.trail))


def _places() -> Iterator[OneOrder]:
    for name in ("owner_id", "deployment_id", "account_id"):
        own: str = getattr(PLACE, name)
        for text in (f"{own}2", own.upper(), "", f"{own} ", own[:-1], "other"):
            yield OneOrder(replace(PLACE, **{name: text}), ORDER)  # type: ignore[arg-type]
    yield OneOrder(replace(PLACE, mode=Mode.PAPER), ORDER)
    yield OneOrder(Place("dep", "ann", "acc", Mode.LIVE), ORDER)


MUTATIONS = [*_texts(), *_numbers(), *_kinds(), *_guards(), *_places()]


def test_there_are_at_least_200_of_them_and_each_is_another_order() -> None:
    assert len(MUTATIONS) >= 200
    digests = {digest_of(each) for each in MUTATIONS}
    assert len(digests) == len(MUTATIONS)
    assert digest_of(SUBJECT) not in digests


async def test_every_mutation_of_an_approved_order_is_refused_and_the_order_itself_goes_through() -> None:
    desk = Desk()
    await desk.approved()
    for mutation in MUTATIONS:
        with pytest.raises(NotApproved):
            await desk.approvals.consume(mutation)
    assert (await desk.approvals.consume(SUBJECT)).client_order_id == "o-1"


async def test_after_the_order_has_gone_its_mutations_are_refused_still() -> None:
    desk = Desk()
    await desk.approved()
    await desk.approvals.consume(SUBJECT)
    for mutation in [SUBJECT, *MUTATIONS]:
        with pytest.raises(NotApproved):
            await desk.approvals.consume(mutation)
    assert [each for each in MUTATIONS if await desk.approvals.spent_on(each) is not None] == []


@pytest.mark.parametrize("spelling", [{"quantity": Decimal("10.000")}, {"price": Decimal("1.875E+2")}])
async def test_another_spelling_of_the_same_number_is_the_same_order(spelling: dict[str, Decimal]) -> None:
    desk = Desk()
    await desk.approved()
    assert (await desk.approvals.consume(_order(**spelling))).client_order_id == "o-1"


def test_every_field_of_an_order_is_in_what_is_approved() -> None:
    told = SUBJECT.document["order"]
    assert isinstance(told, dict)
    assert set(told) == set(OrderRequest.__slots__)
