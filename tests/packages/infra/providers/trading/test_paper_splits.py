"""A split of what a paper account holds and waits with: other shares, the same money, one line of the ledger."""

from decimal import Decimal

import pytest

from packages.domain.trading.broker import CashKind
from packages.domain.trading.orders import Effect, Guards, OrderSide, OrderStatus, OrderType, SizeRule, Sizing
from packages.infra.providers.trading.adapters.paper_state import PaperPosition
from packages.infra.providers.trading.store.paper_accounts import SqlPaperAccounts
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.infra.providers.trading.paper_desk import PaperDay, holding, order, points, quote

FOUR = {"factors_before": {"AAA": 0.25}}  # prices before this bar are told at a quarter now
QUARTER = {"AAA": quote(25), "BBB": quote(50)}


async def paper() -> PaperDay:
    return await PaperDay(InMemoryPaperAccounts()).open()


async def position(day: PaperDay) -> PaperPosition:
    return (await day.broker.state()).positions["AAA"]


async def test_four_for_one_is_four_times_the_shares_at_a_quarter_of_every_price() -> None:
    day = await paper()
    await holding(day, Guards(stop=points(8), target=points(30), trail=points(4)))
    before = await day.broker.account()
    await day.next(QUARTER, **FOUR)
    held = await position(day)
    assert (held.quantity, held.price, held.mark) == (40.0, 25.0, 25.0)
    assert (held.stop_at, held.target_at, held.level, held.trail) == (23.0, 32.5, 24.0, points(1))
    after = await day.broker.account()
    assert (after.cash, after.equity) == (before.cash, before.equity)


async def test_it_is_one_line_of_the_ledger_and_told_as_such() -> None:
    day = await paper()
    await holding(day)
    start = await day.broker.cash_since()
    await day.next(QUARTER, **FOUR)
    [line] = [each for each in await day.broker.ledger() if each.kind == "split"]
    assert (line.symbol, line.amount, line.shares) == ("AAA", Decimal(0), Decimal(30))
    [move] = (await day.broker.cash_since(start.cursor)).moves
    assert (move.kind, move.amount, move.shares) == (CashKind.SPLIT, Decimal(0), Decimal(30))


async def test_it_is_applied_once_however_often_the_same_bars_are_told() -> None:
    day = await paper()
    await holding(day)
    await day.next(QUARTER, **FOUR)
    day.number -= 1
    await day.next(QUARTER, **FOUR)
    await day.next(QUARTER)
    assert (await position(day)).quantity == 40.0


async def test_bars_that_are_caught_up_with_are_in_the_new_terms_already() -> None:
    day = await paper()
    await holding(day)
    await day.next(QUARTER, factors={"AAA": 0.25}, **FOUR)  # the day before the split, told after it
    assert (await position(day)).quantity == 40.0
    await day.next(QUARTER, **FOUR)
    assert (await position(day)).quantity == 40.0


@pytest.mark.parametrize(("ratio", "shares", "in_lieu"), [(1.5, 15, 0), (1.25, 12, 40), (0.25, 2, 200)])
async def test_a_part_of_a_share_is_paid_out_at_the_last_close(ratio: float, shares: int, in_lieu: int) -> None:
    day = await paper()
    await holding(day)
    before = (await day.broker.account()).cash
    await day.next({"AAA": quote(100 / ratio)}, factors_before={"AAA": 1 / ratio})
    assert (await position(day)).quantity == shares
    assert (await day.broker.account()).cash - before == in_lieu


async def test_who_is_short_of_a_part_pays_for_it() -> None:
    day = await paper()
    await day.broker.submit(order("in", OrderSide.SELL))
    await day.next()
    before = (await day.broker.account()).cash
    await day.next({"AAA": quote(80)}, factors_before={"AAA": 0.8})
    assert (await position(day)).quantity == -12
    assert (await day.broker.account()).cash - before == -40


async def test_a_position_of_less_than_a_share_is_gone_for_cash_and_its_orders_with_it() -> None:
    day = await paper()
    await holding(day)
    await day.broker.submit(order("out", OrderSide.SELL, Effect.CLOSE, OrderType.LIMIT, price=Decimal(200)))
    before = await day.broker.account()
    await day.next({"AAA": quote(2_000)}, factors_before={"AAA": 20.0})
    assert list(await day.broker.positions()) == []
    after, out = await day.broker.account(), await day.broker.find("out")
    assert (after.cash, after.equity) == (before.equity, before.equity)
    assert out is not None
    assert (out.status, out.why) == (OrderStatus.CANCELLED, "split_to_nothing")


async def test_orders_at_work_keep_their_worth() -> None:
    day = await paper()
    await holding(day)
    await day.broker.submit(order("out", OrderSide.SELL, Effect.CLOSE, OrderType.LIMIT, price=Decimal(120)))
    sizing = Sizing(SizeRule.QUANTITY, 3.0)
    await day.broker.submit(
        order("more", kind=OrderType.STOP, price=Decimal(150), quantity=None, sizing=sizing, guards=Guards(points(8)))
    )
    assert await day.next({"AAA": quote(26)}, **FOUR) == ()
    waiting = {each.request.client_order_id: each.request for each in await day.broker.open_orders()}
    assert (waiting["out"].quantity, waiting["out"].price) == (Decimal(40), Decimal(30))
    assert (waiting["more"].sizing, waiting["more"].price) == (Sizing(SizeRule.QUANTITY, 12.0), Decimal("37.5"))
    assert waiting["more"].guards == Guards(points(2))
    [fill] = await day.next({"AAA": quote(31)})
    assert (fill.quantity, fill.price, fill.effect) == (Decimal(40), Decimal(31), Effect.CLOSE)


async def test_an_order_to_leave_at_the_open_of_the_split_sells_all_the_new_shares() -> None:
    day = await paper()
    await holding(day)
    await day.broker.submit(order("out", OrderSide.SELL, Effect.CLOSE))
    [fill] = await day.next(QUARTER, **FOUR)
    assert (fill.quantity, fill.price) == (Decimal(40), Decimal(25))
    assert list(await day.broker.positions()) == []


async def test_a_split_outlives_its_process_with_the_bar_that_it_came_with(stored_accounts: SqlPaperAccounts) -> None:
    day = await PaperDay(stored_accounts).open()
    await holding(day)
    await day.next(QUARTER, factors={"AAA": 0.5}, factors_before={"AAA": 0.125})
    other = PaperDay(stored_accounts, day.account_id)
    state = await other.broker.state()
    assert (state.positions["AAA"].quantity, state.factors) == (80.0, {"AAA": 0.5})
    [line] = [each for each in await other.broker.ledger() if each.kind == "split"]
    assert line.shares == 70
