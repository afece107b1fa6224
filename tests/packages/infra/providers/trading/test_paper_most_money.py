"""An entry at the paper broker never costs more than the gate allowed it, whatever the open brings."""

from dataclasses import replace
from decimal import Decimal

import pytest

from packages.domain.backtest.terms import Costs, Terms
from packages.domain.trading.errors import BadOrder
from packages.domain.trading.orders import Fill, OrderSide, OrderStatus, OrderType, SizeRule, Sizing
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_state import Opening, PaperListing
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.infra.providers.trading.paper_desk import PaperDay, opening, order, quote

DEAR = Costs(slippage=0.01, commission_rate=0.002, commission_minimum=5.0, impact=0.5)
ROUND_LOTS = (PaperListing("AAA", smallest=10.0, step=10.0),)


def gapped(price: float) -> PaperQuote:
    """With a depth that a large order feels."""
    return replace(quote(price), mean_volume=1_000.0, volatility=0.02)


def cost(fill: Fill) -> Decimal:
    return fill.quantity * fill.price + fill.costs


async def bought(opened: Opening, **told: object) -> tuple[PaperDay, tuple[Fill, ...]]:
    day = await PaperDay(InMemoryPaperAccounts()).open(opened)
    await day.next()
    await day.broker.submit(order("in", **told))  # type: ignore[arg-type]
    return day, await day.next({"AAA": gapped(125)})


@pytest.mark.parametrize("side", [OrderSide.BUY, OrderSide.SELL])
@pytest.mark.parametrize("terms", [Terms(cash=Decimal(10_000)), Terms(cash=Decimal(10_000), costs=DEAR)])
async def test_a_gap_at_the_open_is_paid_with_fewer_shares_and_not_with_more_money(
    side: OrderSide, terms: Terms
) -> None:
    told = {"side": side, "quantity": Decimal(50), "most_money": Decimal(5_000)}
    _, [fill] = await bought(opening(terms), **told)
    assert fill.quantity < 50
    assert cost(fill) <= 5_000
    assert cost(fill) + fill.price * Decimal("1.01") > 5_000, "and no share fewer than that"


@pytest.mark.parametrize(
    "costs",
    [Costs(commission_rate=0.002, commission_minimum=50.0), Costs(commission_rate=0.02, commission_minimum=5.0)],
)
async def test_where_fractions_are_had_the_money_is_spent_to_the_last_cent_whichever_commission_binds(
    costs: Costs,
) -> None:
    opened = opening(Terms(cash=Decimal(10_000), costs=costs), listings=(PaperListing("AAA", 0.0, 0.0),), places=1)
    _, [fill] = await bought(opened, quantity=Decimal(50), most_money=Decimal(5_000))
    assert cost(fill).quantize(Decimal("0.01")) == 5_000


async def test_a_cap_that_is_not_reached_changes_nothing() -> None:
    terms = Terms(cash=Decimal(10_000), costs=DEAR)
    _, without = await bought(opening(terms), quantity=Decimal(50))
    _, roomy = await bought(opening(terms), quantity=Decimal(50), most_money=Decimal(9_000))
    assert [replace(fill, fill_id="") for fill in roomy] == [replace(fill, fill_id="") for fill in without]
    assert len(without) == 1


async def test_what_the_cap_leaves_is_rounded_down_to_the_lot() -> None:
    opened = opening(listings=ROUND_LOTS, places=1)
    _, [fill] = await bought(opened, quantity=Decimal(50), most_money=Decimal(5_000))
    assert fill.quantity == 40
    day, fills = await bought(opened, quantity=Decimal(50), most_money=Decimal(1_200))
    found = await day.broker.find("in")
    assert fills == ()
    assert found is not None
    assert (found.status, found.why) == (OrderStatus.LAPSED, "too_small")


async def test_a_size_that_is_worked_out_at_the_fill_is_capped_too() -> None:
    told = {"quantity": None, "sizing": Sizing(SizeRule.QUANTITY, 50.0), "most_money": Decimal(5_000)}
    _, [fill] = await bought(opening(), **told)
    assert (fill.quantity, cost(fill)) == (Decimal(40), Decimal(5_000))


async def test_the_parts_of_an_order_share_its_money() -> None:
    day = await PaperDay(InMemoryPaperAccounts()).open(opening(participation=1.0))
    resting = order("in", kind=OrderType.LIMIT, price=Decimal(130), quantity=Decimal(50), most_money=Decimal(5_000))
    await day.broker.submit(resting)
    for price in (100, 125, 125):
        await day.next({"AAA": replace(gapped(price), volume=20.0)})
    fills = (await day.broker.fills_since()).fills
    assert [fill.quantity for fill in fills] == [20, 20, 4]
    assert sum(map(cost, fills)) == 5_000


def test_no_money_at_all_is_no_order() -> None:
    with pytest.raises(BadOrder, match="above 0"):
        order("in", most_money=Decimal(0))
