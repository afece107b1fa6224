"""Alpaca on a bad day: refused, throttled, down, silent, cut off, or not readable."""

import logging
import sys
import traceback
from decimal import Decimal
from importlib.machinery import ModuleSpec

import pytest

from packages.domain.market_data.errors import MissingExtra
from packages.domain.trading.broker import Mode
from packages.domain.trading.errors import (
    BadOrder,
    BrokerDown,
    BrokerThrottled,
    KeysRefused,
    OrderRejected,
    OutcomeUnknown,
    WrongMode,
)
from packages.domain.trading.orders import OrderSide, OrderStatus, OrderType
from packages.infra.providers.trading.adapters.alpaca_client import (
    AlpacaClient,
    AlpacaCredentials,
    AlpacaLiveCredentials,
    AlpacaPaperCredentials,
)
from packages.infra.providers.trading.adapters.alpaca_trading import open_alpaca_broker
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.trading.alpaca_desk import KEYS, alpaca_desk, order
from tests.servers.alpaca_server import PAPER_KEY, PAPER_SECRET, alpaca_server
from tests.servers.broker_http import Reply, Trouble
from tests.servers.deaf_server import closed_port

POST = "POST /v2/orders"
LIVE_KEYS = AlpacaLiveCredentials(PAPER_KEY, PAPER_SECRET)


@pytest.mark.parametrize(("keys", "number"), [(KEYS, "123456789"), (LIVE_KEYS, "PA3TEST00001")])
async def test_keys_of_one_mode_do_not_open_an_account_of_the_other(keys: AlpacaCredentials, number: str) -> None:
    with alpaca_server(account_number=number) as server, pytest.raises(WrongMode):
        await open_alpaca_broker(keys, StoppedClock(), url=server.line.url)


async def test_live_keys_open_a_live_account() -> None:
    with alpaca_server(account_number="123456789") as server:
        broker = await open_alpaca_broker(LIVE_KEYS, StoppedClock(), url=server.line.url)
        assert (await broker.account()).mode is Mode.LIVE


async def test_an_account_that_changes_its_mode_later_is_found_out_too() -> None:
    async with alpaca_desk() as desk:
        desk.server.account_number = "123456789"
        with pytest.raises(WrongMode):
            await desk.broker.account()


@pytest.mark.parametrize(
    ("keys", "address"),
    [(KEYS, "https://paper-api.alpaca.markets"), (LIVE_KEYS, "https://api.alpaca.markets")],
)
def test_the_kind_of_the_keys_says_which_address_is_asked(keys: AlpacaCredentials, address: str) -> None:
    assert AlpacaClient(keys, StoppedClock())._opened()._base_url == address


async def test_keys_that_alpaca_does_not_know_are_refused() -> None:
    with alpaca_server() as server, pytest.raises(KeysRefused):
        await open_alpaca_broker(AlpacaPaperCredentials("PKOTHER", "other"), StoppedClock(), url=server.line.url)


async def test_a_blocked_account_says_why() -> None:
    async with alpaca_desk() as desk:
        desk.server.blocked = {"trading_blocked": True}
        account = await desk.broker.account()
        assert (account.is_blocked, account.why_blocked) == (True, "trading_blocked")


async def test_too_little_buying_power_is_a_refusal_in_alpacas_words() -> None:
    async with alpaca_desk() as desk:
        with pytest.raises(OrderRejected) as refused:
            await desk.broker.submit(order(quantity=Decimal(100_000)))
        assert refused.value.reason == "insufficient buying power"


async def test_the_rate_limit_is_told_with_the_seconds_until_the_next_minute() -> None:
    async with alpaca_desk() as desk:
        desk.server.requests_left = 0
        with pytest.raises(BrokerThrottled) as throttled:
            await desk.broker.positions()
        assert throttled.value.retry_after_seconds == 30
        with pytest.raises(BrokerThrottled):
            await desk.broker.submit(order())
        assert desk.server.book.orders == []


@pytest.mark.parametrize(("headers", "seconds"), [({"Retry-After": "7"}, 7.0), ({}, 60.0)])
async def test_a_pause_is_as_long_as_alpaca_says_or_a_minute(headers: dict[str, str], seconds: float) -> None:
    async with alpaca_desk() as desk:
        desk.server.line.troubles = [Trouble("/v2/clock", Reply({"message": "slow down"}, 429, headers))]
        with pytest.raises(BrokerThrottled) as throttled:
            await desk.broker.clock()
        assert throttled.value.retry_after_seconds == seconds


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble(POST, is_done=True),
        Trouble(POST, hangs=True, is_done=True),
        Trouble(POST, Reply({"message": "internal server error"}, 500), is_done=True),
        Trouble(POST, Reply({"message": "gateway timeout"}, 504), is_done=True),
        Trouble(POST, Reply("<html>no JSON</html>"), is_done=True),
        Trouble(POST, Reply({"message": "and no order"}), is_done=True),
    ],
    ids=["cut off", "silent", "500", "504", "not JSON", "not an order"],
)
async def test_an_order_without_an_answer_is_unknown_and_found_by_its_id(trouble: Trouble) -> None:
    async with alpaca_desk(timeout_seconds=2.0) as desk:
        desk.server.line.troubles = [trouble]
        wanted = order()
        with pytest.raises(OutcomeUnknown):
            await desk.broker.submit(wanted)
        found = await desk.broker.find(wanted.client_order_id)
        assert found is not None
        again = await desk.broker.submit(wanted)
        assert again.broker_order_id == found.broker_order_id
        assert len(desk.server.book.orders) == 1


async def test_an_order_that_was_cut_off_on_its_way_is_unknown_and_not_there() -> None:
    async with alpaca_desk() as desk:
        desk.server.line.troubles = [Trouble(POST)]
        wanted = order()
        with pytest.raises(OutcomeUnknown):
            await desk.broker.submit(wanted)
        assert await desk.broker.find(wanted.client_order_id) is None


async def test_a_service_that_is_off_has_taken_nothing() -> None:
    async with alpaca_desk() as desk:
        desk.server.line.troubles = [Trouble(POST, Reply({"message": "service unavailable"}, 503))]
        with pytest.raises(BrokerDown):
            await desk.broker.submit(order())


async def test_a_connection_that_is_never_made_has_taken_nothing() -> None:
    client = AlpacaClient(KEYS, StoppedClock(), closed_port())
    with pytest.raises(BrokerDown):
        await client.ask(lambda raw: raw.post("/orders", {}), sends=True)


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble("/v2/positions"),
        Trouble("/v2/positions", Reply({"message": "internal server error"}, 500)),
        Trouble("/v2/positions", Reply("<html>no JSON</html>")),
        Trouble("/v2/positions", Reply([{"symbol": "AAPL"}])),
    ],
    ids=["cut off", "500", "not JSON", "not a position"],
)
async def test_a_question_without_an_answer_finds_alpaca_down(trouble: Trouble) -> None:
    async with alpaca_desk() as desk:
        desk.server.line.troubles = [trouble]
        with pytest.raises(BrokerDown):
            await desk.broker.positions()


async def test_an_order_state_that_nobody_knows_is_not_guessed() -> None:
    async with alpaca_desk() as desk:
        wanted = order()
        await desk.broker.submit(wanted)
        desk.server.book.orders[0].status = "enchanted"
        for question in (desk.broker.find(wanted.client_order_id), desk.broker.open_orders()):
            with pytest.raises(BrokerDown, match="enchanted"):
                await question


async def test_a_used_id_that_alpaca_does_not_show_yet_is_unknown() -> None:
    async with alpaca_desk() as desk:
        said = {"code": 40010001, "message": "client_order_id must be unique"}
        desk.server.line.troubles = [Trouble(POST, Reply(said, 422))]
        with pytest.raises(OutcomeUnknown):
            await desk.broker.submit(order())


async def test_a_cancellation_without_an_answer_is_unknown() -> None:
    async with alpaca_desk() as desk:
        wanted = order(type=OrderType.LIMIT, price=Decimal(50))
        await desk.broker.submit(wanted)
        desk.server.line.troubles = [Trouble("DELETE /v2/orders", is_done=True)]
        with pytest.raises(OutcomeUnknown):
            await desk.broker.cancel(wanted.client_order_id)
        assert (await desk.broker.cancel(wanted.client_order_id)).status is OrderStatus.CANCELLED


async def test_an_order_that_fills_while_it_is_cancelled_is_told_as_filled() -> None:
    async with alpaca_desk() as desk:
        wanted = order()
        await desk.broker.submit(wanted)
        desk.server.line.troubles = [
            Trouble(
                "DELETE /v2/orders", Reply({"code": 42210000, "message": 'order is already in "filled" state'}, 422)
            )
        ]
        [waiting] = desk.server.book.orders
        desk.server.book.fill(waiting, Decimal(100), Decimal(4))
        desk.trade()
        assert (await desk.broker.cancel(wanted.client_order_id)).status is OrderStatus.FILLED


async def test_many_fills_are_read_page_by_page_and_each_order_is_asked_once() -> None:
    async with alpaca_desk() as desk:
        wanted = order(quantity=Decimal(250))
        await desk.broker.submit(wanted)
        for _ in range(250):
            desk.trade(volume=1)
        broker = await desk.again()
        desk.server.line.asked.clear()
        page = await broker.fills_since()
        assert len({fill.fill_id for fill in page.fills}) == 250
        assert desk.server.line.lines().count("GET /v2/account/activities/FILL") == 3
        assert len(desk.server.line.lines()) == 4
        assert (await broker.fills_since(page.cursor)).fills == ()


async def test_a_cursor_from_elsewhere_is_refused() -> None:
    async with alpaca_desk() as desk:
        with pytest.raises(BadOrder):
            await desk.broker.fills_since("20260105::nobody")


async def test_a_fill_of_an_order_that_is_not_shown_is_asked_again_later() -> None:
    async with alpaca_desk() as desk:
        await desk.broker.submit(order())
        desk.trade()
        desk.server.book.orders.clear()
        with pytest.raises(BrokerDown):
            await (await desk.again()).fills_since()


async def test_keys_are_in_no_log_no_print_and_no_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    async with alpaca_desk(timeout_seconds=2.0) as desk:
        desk.server.line.troubles = [
            Trouble(POST),
            Trouble(POST, Reply({"message": "internal server error"}, 500)),
            Trouble(POST, Reply("<html>")),
            Trouble(POST, hangs=True),
        ]
        for _ in range(4):
            with pytest.raises(OutcomeUnknown) as unknown:
                await desk.broker.submit(order())
            told += [*traceback.format_exception(unknown.value), repr(unknown.value), str(unknown.value.details)]
        told += [repr(KEYS), repr(LIVE_KEYS), repr(desk.broker), repr(await desk.broker.account()), str(KEYS)]
    told += [record.getMessage() for record in caplog.records]
    assert not any(secret in text for text in told for secret in (PAPER_KEY, PAPER_SECRET))


class Absent:
    """As if a library were not installed."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] == self.name:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=self.name)
        return None


async def test_without_the_library_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "alpaca"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent("alpaca"), *sys.meta_path])
    with pytest.raises(MissingExtra, match="make extra NAME=alpaca"):
        await open_alpaca_broker(KEYS, StoppedClock())


async def test_a_fraction_of_a_share_is_refused_before_alpaca_is_asked() -> None:
    async with alpaca_desk() as desk:
        before = len(desk.server.line.asked)
        with pytest.raises(OrderRejected):
            await desk.broker.submit(order(OrderSide.BUY, quantity=Decimal("0.3")))
        assert len(desk.server.line.asked) == before
