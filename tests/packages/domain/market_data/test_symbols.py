"""One vocabulary: the common spellings lead to one symbol, and nonsense to a sentence."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.core.messages import Language, Message, render
from packages.domain.market_data.errors import BadSymbol, WrongTimeframe
from packages.domain.market_data.symbols import Market, load_command, parse_symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe


@pytest.mark.parametrize(
    ("text", "canonical", "market"),
    [
        ("000001.SZ", "000001.SZ", Market.CN_STOCKS),
        ("sz000001", "000001.SZ", Market.CN_STOCKS),
        ("sh.600000", "600000.SH", Market.CN_STOCKS),
        ("600000.SS", "600000.SH", Market.CN_STOCKS),
        ("600000", "600000.SH", Market.CN_STOCKS),
        ("300750", "300750.SZ", Market.CN_STOCKS),
        ("430047", "430047.BJ", Market.CN_STOCKS),
        (" aapl ", "AAPL", Market.US_STOCKS),
        ("BRK-B", "BRK.B", Market.US_STOCKS),
        ("btc-usd", "BTC-USD", Market.CRYPTO),
        ("BTC/USDT", "BTC-USDT", Market.CRYPTO),
        ("EURUSD=X", "EURUSD=X", Market.FOREX),
        ("eur/usd", "EURUSD=X", Market.FOREX),
        ("ES=F", "ES=F", Market.FUTURES),
        ("DEMO1.SZ", "DEMO1.SZ", Market.CN_STOCKS),
        ("DEMO5", "DEMO5", Market.US_STOCKS),
        ("DEMO8-USD", "DEMO8-USD", Market.CRYPTO),
        ("700.hk", "0700.HK", Market.HK_STOCKS),
        ("00700", "0700.HK", Market.HK_STOCKS),
        ("80700.HK", "80700.HK", Market.HK_STOCKS),
        ("7203.T", "7203.T", Market.JP_STOCKS),
        ("130a.t", "130A.T", Market.JP_STOCKS),
        ("VOD.L", "VOD.L", Market.UK_STOCKS),
        ("BT-A.L", "BT-A.L", Market.UK_STOCKS),
        ("SAP.DE", "SAP.DE", Market.DE_STOCKS),
        ("MC.PA", "MC.PA", Market.FR_STOCKS),
        ("ASML.AS", "ASML.AS", Market.NL_STOCKS),
        ("ENEL.MI", "ENEL.MI", Market.IT_STOCKS),
        ("ITX.MC", "ITX.MC", Market.ES_STOCKS),
        ("NESN.SW", "NESN.SW", Market.CH_STOCKS),
        ("BAJAJ-AUTO.NS", "BAJAJ-AUTO.NS", Market.IN_STOCKS),
        ("500325.BO", "500325.BO", Market.IN_STOCKS),
        ("^gspc", "^GSPC", Market.US_STOCKS),
        ("^HSI", "^HSI", Market.HK_STOCKS),
        ("^N225", "^N225", Market.JP_STOCKS),
    ],
)
def test_common_spellings_are_understood(text: str, canonical: str, market: Market) -> None:
    symbol = parse_symbol(text)
    assert (str(symbol), symbol.market) == (canonical, market)


@pytest.mark.parametrize(
    "text", ["", "   ", "12345", "700001", "000001.XX", "THISISTOOLONG", "a b", "苹果", "../etc", "A" * 500]
)
def test_nonsense_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadSymbol, match=r"000001\.SZ"):
        parse_symbol(text)


@pytest.mark.parametrize("text", ["VOD.L", "BP.L", "X.T", "SAP.F", "ABC.V", "BAC-L"])
def test_a_letter_that_names_an_exchange_is_never_a_class_of_us_shares(text: str) -> None:
    with suppress(BadSymbol):
        assert parse_symbol(text).market is not Market.US_STOCKS


def test_an_unknown_index_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadSymbol, match=r"\^GSPC"):
        parse_symbol("^FOO")


def test_an_exchange_that_the_desk_does_not_serve_is_named() -> None:
    with pytest.raises(BadSymbol, match="Toronto"):
        parse_symbol("SHOP.TO")


@given(st.text(max_size=30))
def test_a_canonical_symbol_is_its_own_canonical_spelling(text: str) -> None:
    try:
        symbol = parse_symbol(text)
    except BadSymbol:
        return
    assert parse_symbol(str(symbol)) == symbol


def test_only_demo_codes_are_demo() -> None:
    assert parse_symbol("DEMO1.SZ").is_demo
    assert not parse_symbol("000001.SZ").is_demo


def test_timeframes_are_read_and_others_refused_with_the_list() -> None:
    assert parse_timeframe(" 1D ") is Timeframe.D1
    with pytest.raises(WrongTimeframe, match="1m, 5m"):
        parse_timeframe("7m")


APPLE, COIN, DEMO = parse_symbol("AAPL"), parse_symbol("BTC-USD"), parse_symbol("DEMO1.SZ")


def _english(said: Message) -> str:
    return render(said, Language.EN)


def test_real_symbols_are_synced_and_demo_companies_come_with_the_demo() -> None:
    assert _english(load_command(APPLE)) == "`parley data sync AAPL`"
    assert _english(load_command(DEMO, options="--timeframe 1d")) == (
        "`parley data demo` (for a list, `parley data search demo`)"
    )
    assert _english(load_command(APPLE, DEMO, COIN, options="--timeframe 1d")) == (
        "`parley data sync AAPL BTC-USD --timeframe 1d` and `parley data demo` (all demo companies)"
    )
