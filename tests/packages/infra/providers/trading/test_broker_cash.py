"""Cash that is no fill, in the words of each broker."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from packages.domain.trading.broker import CashHistoryUnavailable, CashKind, CashPage
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.trading.adapters.alpaca_fills import KINDS
from packages.infra.providers.trading.adapters.ccxt_client import CcxtSandboxCredentials
from packages.infra.providers.trading.adapters.ccxt_fills import page_of
from packages.infra.providers.trading.adapters.ccxt_trading import open_ccxt_broker
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.trading.alpaca_desk import AlpacaDesk, alpaca_desk
from tests.servers.binance_server import KEYS, SANDBOX, binance_server

NOON = 1_767_614_400_000  # 5 January 2026, 12:00 UTC


async def alpaca_told(desk: AlpacaDesk, cursor: str = "") -> CashPage:
    return await desk.broker.cash_since(cursor)


@pytest.mark.parametrize(
    ("activity", "kind"),
    [
        ("CSD", CashKind.DEPOSIT),
        ("CSW", CashKind.DEPOSIT),
        ("DIVNRA", CashKind.DIVIDEND),
        ("INT", CashKind.INTEREST),
        ("FEE", CashKind.FEE),
        ("CIL", CashKind.SPLIT),
        ("REORG", CashKind.OTHER),
        ("A_TYPE_OF_TOMORROW", CashKind.OTHER),
    ],
)
async def test_an_activity_of_alpaca_is_a_kind_of_cash(activity: str, kind: CashKind) -> None:
    async with alpaca_desk() as desk:
        desk.server.book.pay(activity, "-1.25")
        [move] = (await alpaca_told(desk)).moves
        assert (move.kind, move.amount, move.symbol) == (kind, Decimal("-1.25"), None)
        assert move.at == datetime(2026, 1, 5, 5, tzinfo=UTC), "the beginning of the day in New York"


def test_every_kind_that_is_named_is_one_of_alpacas() -> None:
    library = {each.value for each in require("alpaca.trading.enums", "alpaca").ActivityType}
    former = {"DIVFEE", "DIVFT", "DIVTW", "INTNRA", "INTTW", "SSP"}
    assert set(KINDS) <= library | former


async def test_what_was_undone_or_moved_no_money_is_passed_over_and_not_asked_again() -> None:
    async with alpaca_desk() as desk:
        desk.server.book.pay("DIV", "3", "AAPL", status="canceled")
        last = desk.server.book.pay("NC", "0", "AAPL")
        assert await alpaca_told(desk) == CashPage((), last)


async def test_more_than_a_page_is_read_page_by_page() -> None:
    async with alpaca_desk() as desk:
        for number in range(205):
            desk.server.book.pay("INT", f"0.{number + 1:03d}")
        told = await alpaca_told(desk)
        assert len({move.move_id for move in told.moves}) == 205
        assert (await alpaca_told(desk, told.cursor)).moves == ()


async def test_an_exchange_that_tells_no_ledger_of_its_spot_market_says_so() -> None:
    with binance_server() as server:
        keys = CcxtSandboxCredentials(*KEYS[SANDBOX])
        broker = await open_ccxt_broker(
            "binance", keys, StoppedClock(), ("BTC-USDT",), url=server.line.url, paced=False
        )
        told = await broker.cash_since()
        await broker.aclose()
    assert isinstance(told, CashHistoryUnavailable)
    assert "ledger" in told.why.lower()


def ledger_row(number: int, kind: str, amount: float, **more: Any) -> dict[str, Any]:
    """As ccxt describes an entry of a ledger."""
    row = {"id": str(number), "timestamp": NOON + number, "direction": "in", "type": kind, "currency": "USDT"}
    return {**row, "amount": amount, "referenceId": None, **more}


def test_rows_of_a_ccxt_ledger_are_moves_unless_a_fill_tells_them() -> None:
    rows = [
        ledger_row(3, "fee", 0.2, direction="out"),
        ledger_row(1, "deposit", 50.0),
        ledger_row(2, "trade", 10.0),
        ledger_row(4, "fee", 0.1, direction="out", referenceId="trade-7"),
        ledger_row(5, "deposit", 1.0, currency="BTC"),
        ledger_row(6, "rebate", 0.3),
    ]
    page = page_of(rows, "USDT", None, frozenset(), "")
    assert [(move.kind, move.amount) for move in page.moves] == [
        (CashKind.DEPOSIT, Decimal("50.0")),
        (CashKind.FEE, Decimal("-0.2")),
        (CashKind.OTHER, Decimal("0.3")),
    ]


def test_a_row_of_the_same_moment_that_comes_late_is_told_and_none_twice() -> None:
    first = ledger_row(1, "deposit", 50.0)
    page = page_of([first], "USDT", None, frozenset(), "")
    late = ledger_row(1, "deposit", 7.0, id="late")
    after = page_of([first, late], "USDT", first["timestamp"], frozenset({"1"}), page.cursor)
    assert [move.move_id for move in after.moves] == ["ledger:late"]
    again = page_of([first, late], "USDT", first["timestamp"], frozenset({"1", "late"}), after.cursor)
    assert again == CashPage((), after.cursor)
