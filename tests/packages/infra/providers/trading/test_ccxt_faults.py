"""An exchange on a bad day, and which address it is asked at."""

import logging
import sys
import traceback
from decimal import Decimal

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
from packages.domain.trading.orders import OrderStatus, OrderType
from packages.infra.providers.trading.adapters.ccxt_client import CcxtClient, CcxtLiveCredentials
from packages.infra.providers.trading.adapters.ccxt_trading import open_ccxt_broker
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.trading.ccxt_desk import SANDBOX_KEYS, ccxt_desk, opened, order
from tests.packages.infra.providers.trading.test_alpaca_faults import Absent
from tests.servers.binance_server import KEYS, LIVE, SANDBOX, binance_server
from tests.servers.broker_http import Reply, Trouble
from tests.servers.deaf_server import closed_port

POST, ACCOUNT = "/api/v3/order", "/api/v3/account"
LIVE_KEYS = CcxtLiveCredentials(*KEYS[LIVE])


async def test_the_sandbox_is_asked_at_its_own_address_and_nowhere_else() -> None:
    async with ccxt_desk() as desk:
        await desk.broker.submit(order())
        assert (await desk.broker.account()).mode is Mode.PAPER
        assert {asked.path.split("/")[1] for asked in desk.server.line.asked} == {SANDBOX}


async def test_a_live_account_is_asked_at_the_live_address() -> None:
    with binance_server() as server:
        async with opened(server, LIVE_KEYS) as broker:
            assert (await broker.account()).mode is Mode.LIVE
        assert {asked.path.split("/")[1] for asked in server.line.asked} == {LIVE}


async def test_keys_of_the_sandbox_open_no_live_account() -> None:
    with binance_server() as server, pytest.raises(KeysRefused):
        async with opened(server, CcxtLiveCredentials(*KEYS[SANDBOX])):
            pass


@pytest.mark.parametrize("exchange", ["kraken", "okx"])
async def test_an_exchange_without_an_address_for_its_sandbox_has_no_paper(exchange: str) -> None:
    with pytest.raises(WrongMode):
        await open_ccxt_broker(exchange, SANDBOX_KEYS, StoppedClock(), ["BTC-USD"])


async def test_an_exchange_that_nobody_knows_is_told() -> None:
    with pytest.raises(BadOrder):
        await open_ccxt_broker("nowhere", SANDBOX_KEYS, StoppedClock(), ["BTC-USD"])


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble(f"POST /{SANDBOX}{POST}", is_done=True),
        Trouble(f"POST /{SANDBOX}{POST}", hangs=True, is_done=True),
        Trouble(f"POST /{SANDBOX}{POST}", Reply("bad gateway", 502), is_done=True),
        Trouble(f"POST /{SANDBOX}{POST}", Reply("service unavailable", 503), is_done=True),
        Trouble(
            f"POST /{SANDBOX}{POST}",
            Reply({"code": -1007, "msg": "Timeout waiting for response from backend server."}, 408),
            is_done=True,
        ),
        Trouble(
            f"POST /{SANDBOX}{POST}",
            Reply({"code": -1006, "msg": "An unexpected response was received from the message bus."}, 400),
            is_done=True,
        ),
        Trouble(f"POST /{SANDBOX}{POST}", Reply("<html>no JSON</html>"), is_done=True),
        Trouble(f"POST /{SANDBOX}{POST}", Reply({"symbol": "BTCUSDT"}), is_done=True),
    ],
    ids=["cut off", "silent", "502", "503", "-1007", "-1006", "not JSON", "not an order"],
)
async def test_an_order_without_an_answer_is_unknown_and_found_by_its_id(trouble: Trouble) -> None:
    async with ccxt_desk(timeout_seconds=0.5) as desk:
        desk.server.line.troubles = [trouble]
        wanted = order()
        with pytest.raises(OutcomeUnknown):
            await desk.broker.submit(wanted)
        found = await desk.broker.find(wanted.client_order_id)
        assert found is not None
        assert (await desk.broker.submit(wanted)).broker_order_id == found.broker_order_id
        assert len(desk.server.book.orders) == 1


async def test_a_connection_that_is_never_made_has_taken_nothing() -> None:
    client = CcxtClient("binance", SANDBOX_KEYS, url=closed_port(), paced=False)
    with pytest.raises(BrokerDown):
        await client.ask(lambda exchange: exchange.fetch_time(), sends=True)
    await client.aclose()


@pytest.mark.parametrize(
    ("reply", "seconds"),
    [
        (Reply({"code": -1003, "msg": "Too much request weight used."}, 429, {"Retry-After": "7"}), 7.0),
        (Reply({"code": -1003, "msg": "Way too much request weight used."}, 418, {"Retry-After": "120"}), 120.0),
        (Reply({"code": -1015, "msg": "Too many new orders; current limit is 50 orders per 10 SECOND."}, 400), 60.0),
    ],
    ids=["429", "418", "-1015"],
)
async def test_a_pause_is_as_long_as_the_exchange_says(reply: Reply, seconds: float) -> None:
    async with ccxt_desk() as desk:
        desk.server.line.troubles = [Trouble(f"POST /{SANDBOX}{POST}", reply)]
        with pytest.raises(BrokerThrottled) as throttled:
            await desk.broker.submit(order())
        assert throttled.value.retry_after_seconds == seconds
        assert desk.server.book.orders == []


async def test_the_rate_limit_stops_questions_and_orders_alike() -> None:
    async with ccxt_desk() as desk:
        desk.server.requests_left = 1
        await desk.broker.clock()
        with pytest.raises(BrokerThrottled) as throttled:
            await desk.broker.clock()
        assert throttled.value.retry_after_seconds == 23
        with pytest.raises(BrokerThrottled):
            await desk.broker.submit(order())
        assert desk.server.book.orders == []


async def test_a_clock_that_runs_ahead_is_told_before_anything_is_taken() -> None:
    async with ccxt_desk() as desk:
        said = {"code": -1021, "msg": "Timestamp for this request was 1000ms ahead of the server's time."}
        desk.server.line.troubles = [Trouble(f"POST /{SANDBOX}{POST}", Reply(said, 400))]
        with pytest.raises(BrokerDown):
            await desk.broker.submit(order())


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        (order(quantity=Decimal(100_000)), "insufficient balance"),
        (order(type=OrderType.LIMIT, price=Decimal(1), quantity=Decimal(1_000_000)), "insufficient balance"),
    ],
)
async def test_a_refusal_is_told_in_the_exchanges_words(wanted: object, word: str) -> None:
    async with ccxt_desk() as desk:
        with pytest.raises(OrderRejected) as refused:
            await desk.broker.submit(wanted)  # type: ignore[arg-type]
        assert word in refused.value.reason


async def test_an_order_that_somebody_else_sent_a_moment_ago_is_the_first_one() -> None:
    async with ccxt_desk() as desk:
        wanted = order(type=OrderType.LIMIT, price=Decimal(50))
        first = await desk.broker.submit(wanted)
        said = {"code": -2013, "msg": "Order does not exist."}
        async with opened(desk.server) as fresh:
            desk.server.line.troubles = [Trouble(f"GET /{SANDBOX}{POST}", Reply(said, 400))]
            assert (await fresh.submit(wanted)).broker_order_id == first.broker_order_id
        assert len(desk.server.book.orders) == 1


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble(ACCOUNT),  # twice: the library asks a question once more by itself
        Trouble(ACCOUNT, Reply("bad gateway", 502)),
        Trouble(ACCOUNT, Reply("<html>no JSON</html>")),
        Trouble(ACCOUNT, Reply({"code": -1, "msg": "no"}, 400)),
    ],
    ids=["cut off", "502", "not JSON", "refused"],
)
async def test_a_question_without_an_answer_finds_the_exchange_down(trouble: Trouble) -> None:
    async with ccxt_desk() as desk:
        desk.server.line.troubles = [trouble] * 2
        with pytest.raises(BrokerDown):
            await desk.broker.positions()


async def test_a_look_up_without_an_answer_is_not_taken_for_an_absence() -> None:
    async with ccxt_desk() as desk:
        for reply in (None, Reply("bad gateway", 502), Reply({"code": -1, "msg": "no"}, 400)):
            desk.server.line.troubles = [Trouble(f"GET /{SANDBOX}{POST}", reply)] * 2
            with pytest.raises(BrokerDown):
                await desk.broker.find(order().client_order_id)


async def test_a_cancellation_without_an_answer_is_unknown() -> None:
    async with ccxt_desk() as desk:
        wanted = order(type=OrderType.LIMIT, price=Decimal(50))
        await desk.broker.submit(wanted)
        desk.server.line.troubles = [Trouble("DELETE", is_done=True), Trouble("DELETE")]
        with pytest.raises(OutcomeUnknown):
            await desk.broker.cancel(wanted.client_order_id)
        assert (await desk.broker.cancel(wanted.client_order_id)).status is OrderStatus.CANCELLED


async def test_an_order_that_fills_while_it_is_cancelled_is_told_as_filled() -> None:
    async with ccxt_desk() as desk:
        wanted = order()
        await desk.broker.submit(wanted)
        said = {"code": -2011, "msg": "Unknown order sent."}
        desk.server.line.troubles = [Trouble("DELETE", Reply(said, 400))]
        await desk.broker.find(wanted.client_order_id)
        desk.server.book.orders[0].filled, desk.server.book.orders[0].status = Decimal(10), "NEW"
        cancelled = await desk.broker.cancel(wanted.client_order_id)
        assert cancelled.filled == 10


async def test_keys_are_in_no_log_no_print_and_no_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    async with ccxt_desk(timeout_seconds=0.5) as desk:
        key, secret = KEYS[SANDBOX]
        desk.server.line.troubles = [
            Trouble("POST"),
            Trouble("POST", Reply(f"what is {key} and {secret}", 500)),
            Trouble("POST", Reply({"code": -1, "msg": f"no such key: {key}, {secret}"}, 400)),
            Trouble("POST", hangs=True),
        ]
        for _ in range(4):
            with pytest.raises((OutcomeUnknown, OrderRejected)) as failed:
                await desk.broker.submit(order())
            told += [str(failed.value), repr(failed.value), str(failed.value.details)]
        told += [repr(SANDBOX_KEYS), repr(LIVE_KEYS), repr(desk.broker), repr(await desk.broker.account())]
    told += [record.getMessage() for record in caplog.records]
    assert not any(text in each for each in told for text in (key, secret))


async def test_a_traceback_of_a_lost_order_has_no_key() -> None:
    async with ccxt_desk() as desk:
        desk.server.line.troubles = [Trouble("POST")]
        with pytest.raises(OutcomeUnknown) as unknown:
            await desk.broker.submit(order())
        told = "".join(traceback.format_exception(unknown.value))
        assert not any(text in told for text in KEYS[SANDBOX])


async def test_without_the_library_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "ccxt"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent("ccxt"), *sys.meta_path])
    with pytest.raises(MissingExtra, match="make extra NAME=ccxt"):
        await open_ccxt_broker("binance", SANDBOX_KEYS, StoppedClock(), ["BTC-USDT"])
