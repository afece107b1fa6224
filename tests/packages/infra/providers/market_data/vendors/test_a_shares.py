"""What a code says about an A-share, and its distributions and stretches."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.vendors.a_shares import code_of, in_pieces, instrument
from packages.infra.providers.market_data.vendors.vendor_rows import Distribution, actions_of
from tests.packages.infra.providers.market_data.a_share_times import KNOWN, utc


@pytest.mark.parametrize(
    ("symbol", "exchange", "board", "currency"),
    [
        ("009999.SZ", "XSHE", "main", "CNY"),
        ("309999.SZ", "XSHE", "chinext", "CNY"),
        ("209999.SZ", "XSHE", "main", "CNY"),
        ("200999.SZ", "XSHE", "main", "HKD"),
        ("609999.SH", "XSHG", "main", "CNY"),
        ("689999.SH", "XSHG", "star", "CNY"),
        ("900999.SH", "XSHG", "main", "USD"),
        ("929999.BJ", "BJSE", "bse", "CNY"),
    ],
)
def test_the_code_tells_exchange_board_and_currency(symbol: str, exchange: str, board: str, currency: str) -> None:
    row = instrument("test", parse_symbol(symbol), name="演示", listed_on=None, now=utc(2024, 1, 1))
    assert (row.exchange, row.board, row.currency) == (exchange, board, currency)
    assert row.known_at == utc(2024, 1, 1)


def test_a_demo_company_is_at_no_exchange() -> None:
    with pytest.raises(NoData, match="demo pack"):
        code_of("test", parse_symbol("DEMO1.SZ"))


def test_different_distributions_on_one_day_add_up_and_repeated_ones_do_not() -> None:
    day = date(2024, 3, 8)
    ordinary = Distribution("2023", day, date(2024, 3, 1), cash=Decimal("0.5"), new_shares=Decimal("0.2"))
    repeated = Distribution("2023", day, None, cash=Decimal("0.5"), new_shares=Decimal("0.2"))
    special = Distribution("special", day, date(2024, 3, 2), cash=Decimal("0.1"), new_shares=Decimal(0))
    split, dividend = actions_of("test", KNOWN, [ordinary, repeated, special], (day, day))
    assert (split.kind, split.value) == (ActionKind.SPLIT, Decimal("1.2"))
    assert (dividend.kind, dividend.value) == (ActionKind.DIVIDEND, Decimal("0.6"))
    assert split.known_at == utc(2024, 3, 2, 16)


@given(st.dates(date(1990, 1, 1), date(2030, 1, 1)), st.integers(0, 12_000), st.integers(1, 6000))
def test_pieces_cover_each_day_of_a_stretch_once(first: date, length: int, days: int) -> None:
    last = first + timedelta(days=length)
    pieces = in_pieces(first, last, days)
    assert pieces[0][0] == first
    assert pieces[-1][1] == last
    assert all((end - start).days < days for start, end in pieces)
    assert sum((end - start).days + 1 for start, end in pieces) == length + 1
