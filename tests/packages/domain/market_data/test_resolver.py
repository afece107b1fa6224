"""A text means one instrument, several that are asked about, or none; it is never guessed at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.core.messages import Language, render
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.resolver import NoneMeant, Resolved, SeveralMeant, nearest, resolve
from packages.domain.market_data.symbols import UNSERVED, Market, parse_symbol
from packages.domain.market_data.well_known import NamedInstrument, well_known


def _meant(text: str) -> list[str]:
    match resolve(text):
        case Resolved(instrument):
            return [str(instrument.symbol)]
        case SeveralMeant(candidates):
            return [str(each.symbol) for each in candidates]
        case NoneMeant():
            return []


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("600519", "600519.SH"),
        ("贵州茅台", "600519.SH"),
        ("茅台", "600519.SH"),
        ("腾讯", "0700.HK"),
        ("0700.HK", "0700.HK"),
        ("700.hk", "0700.HK"),
        ("00700", "0700.HK"),
        ("700", "0700.HK"),
        ("HKEX:700", "0700.HK"),
        ("700 HK Equity", "0700.HK"),
        ("AAPL", "AAPL"),
        ("$aapl", "AAPL"),
        ("Apple", "AAPL"),
        ("apple inc.", "AAPL"),
        ("苹果", "AAPL"),
        ("AAPL.US", "AAPL"),
        ("NYSE:BP", "BP"),
        ("7203.T", "7203.T"),
        ("丰田", "7203.T"),
        ("VOD.L", "VOD.L"),
        ("LSE:VOD", "VOD.L"),
        ("LSE:VOD.L", "VOD.L"),
        ("VOD LN", "VOD.L"),
        ("SAP.DE", "SAP.DE"),
        ("MC.PA", "MC.PA"),
        ("ASML.AS", "ASML.AS"),
        ("NESN.SW", "NESN.SW"),
        ("ENI.MI", "ENI.MI"),
        ("SAN.MC", "SAN.MC"),
        ("RELIANCE.NS", "RELIANCE.NS"),
        ("M&M.NS", "M&M.NS"),
        ("500325.BO", "500325.BO"),
        ("^GSPC", "^GSPC"),
        ("标普500", "^GSPC"),
        ("沪深300", "000300.SH"),
        ("CSI 300", "000300.SH"),
        ("510300", "510300.SH"),
        ("159915", "159915.SZ"),
        ("bitcoin", "BTC-USD"),
        ("比特币", "BTC-USD"),
        ("btc/usd", "BTC-USD"),
        ("eur/usd", "EURUSD=X"),
        ("欧元美元", "EURUSD=X"),
        ("Coca-Cola", "KO"),
        ("Amazon.com", "AMZN"),
        ("brk.b", "BRK.B"),
        ("ＡＡＰＬ", "AAPL"),
        ("苹果公司", "AAPL"),
        ("腾讯控股股份有限公司", "0700.HK"),
        ("腾讯控股有限公司", "0700.HK"),
        ("茅台股票", "600519.SH"),
        ("トヨタ", "7203.T"),
        ("トヨタ自動車株式会社", "7203.T"),
    ],
)
def test_a_text_that_can_mean_one_instrument_means_it(text: str, symbol: str) -> None:
    assert _meant(text) == [symbol]


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("000001", {"000001.SZ", "000001.SH"}),
        ("BP", {"BP", "BP.L"}),
        ("VOD", {"VOD", "VOD.L"}),
        ("7203", {"7203.T", "7203.HK"}),
        ("阿里巴巴", {"BABA", "9988.HK"}),
        ("平安", {"000001.SZ", "601318.SH", "2318.HK"}),
        ("BTC", {"BTC-USD", "BTC"}),
        ("FORD", {"F", "FORD"}),
        ("MC", {"MC", "MC.PA"}),
        ("Reliance", {"RELIANCE.NS", "RELIANCE.BO"}),
        ("1", {"0001.HK", "000001.SZ"}),
    ],
)
def test_a_text_that_can_mean_several_is_asked_about(text: str, candidates: set[str]) -> None:
    assert isinstance(resolve(text), SeveralMeant)
    assert set(_meant(text)) == candidates


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Mircosoft", "MSFT"),
        ("贵州毛台", "600519.SH"),
        ("Tencnet", "0700.HK"),
        ("Kweichou Moutai", "600519.SH"),
        ("腾讯音乐娱乐", "0700.HK"),
        ("贵州茅台酒股份有限公司", "600519.SH"),
        ("トヨタ紡織", "7203.T"),
    ],
)
def test_a_misspelt_name_means_nothing_and_the_nearest_is_suggested(text: str, near: str) -> None:
    found = resolve(text)
    assert isinstance(found, NoneMeant)
    assert near in [str(each.symbol) for each in found.nearest]


@pytest.mark.parametrize("suffix", sorted(UNSERVED))
def test_an_exchange_without_rules_here_is_refused_by_its_name(suffix: str) -> None:
    found = resolve(f"SHOP.{suffix}")
    assert isinstance(found, NoneMeant)
    assert UNSERVED[suffix] in render(found.reason, Language.EN)


@pytest.mark.parametrize(
    ("text", "right"), [("600000.SZ", "600000.SH"), ("sz688981", "688981.SH"), ("300750.SH", "300750.SZ")]
)
def test_a_code_at_an_exchange_that_does_not_give_it_out_is_asked_about(text: str, right: str) -> None:
    found = resolve(text)
    assert isinstance(found, NoneMeant)
    assert [str(each.symbol) for each in found.nearest] == [right]
    assert right in render(found.reason, Language.EN)


def test_an_odd_code_that_is_stored_means_itself() -> None:
    odd = parse_symbol("600000.SZ")
    assert resolve("600000.SZ", [NamedInstrument(odd, "Odd")]) == Resolved(NamedInstrument(odd, "Odd"))


def test_a_place_that_may_be_two_is_refused_with_what_to_write() -> None:
    found = resolve("BSE:500325")
    assert isinstance(found, NoneMeant)
    assert ".BO" in render(found.reason, Language.EN)


def test_names_of_stored_instruments_count_as_much_as_well_known_ones() -> None:
    stored = [NamedInstrument(parse_symbol("QZXW.L"), "Quillmoor Works", "羽原工坊")]
    for text in ("Quillmoor Works plc", "羽原工坊", "QZXW.L"):
        found = resolve(text, stored)
        assert isinstance(found, Resolved)
        assert found.instrument.name_en == "Quillmoor Works"
    both = resolve("QZXW", stored)  # a US ticker by its shape, and a stored one in London
    assert isinstance(both, SeveralMeant)


def test_the_table_holds_each_symbol_once_in_its_canonical_spelling() -> None:
    symbols = [each.symbol for each in well_known()]
    assert len(set(symbols)) == len(symbols)
    assert {each.market for each in symbols} == set(Market)
    assert all(each.name_en and each.name_zh for each in well_known())


@pytest.mark.slow
def test_every_name_in_the_table_leads_to_its_instrument() -> None:
    lost = [
        (str(each.symbol), name) for each in well_known() for name in each.names if str(each.symbol) not in _meant(name)
    ]
    assert lost == []


def test_nearest_suggests_tickers_that_differ_by_a_letter() -> None:
    assert "AAPL" in [str(each.symbol) for each in nearest("AAPPL")]


_SUFFIXES = st.sampled_from(["HK", "T", "L", "DE", "PA", "AS", "MI", "MC", "SW", "NS", "BO"])
_CODES = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", min_size=1, max_size=6)


@given(code=_CODES, suffix=_SUFFIXES)
def test_a_suffix_is_never_dropped(code: str, suffix: str) -> None:
    for symbol in _meant(f"{code}.{suffix}"):
        assert symbol.endswith(f".{suffix}")
        assert parse_symbol(symbol).market is not Market.US_STOCKS


@given(st.text(max_size=30) | _CODES)
def test_whatever_is_typed_the_answer_is_one_several_different_ones_or_none(text: str) -> None:
    match resolve(text):
        case Resolved(instrument):
            assert parse_symbol(str(instrument.symbol)) == instrument.symbol
        case SeveralMeant(candidates):
            assert len({each.symbol for each in candidates}) == len(candidates) >= 2
        case NoneMeant(reason):
            assert render(reason, Language.EN)


@given(st.text(max_size=20) | st.builds(lambda code, suffix: f"{code}.{suffix}", _CODES, _SUFFIXES))
def test_a_canonical_symbol_means_itself(text: str) -> None:
    try:
        symbol = parse_symbol(text)
    except BadSymbol:
        return
    assert str(symbol) in _meant(str(symbol))
