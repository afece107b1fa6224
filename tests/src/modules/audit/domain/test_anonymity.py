"""An invented name, 28 years earlier."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.door import refuse_implausible, refuse_later_bars
from packages.domain.market_data.symbols import parse_symbol
from src.modules.audit.domain.anonymity import Anonymised, Disguise, disguise_of
from tests.src.modules.audit.making import KNOWN, SYMBOL, bars, fact, instrument


def _disguise() -> Disguise:
    found = disguise_of(instrument(), [])
    assert found is not None
    return found


WORLD = Anonymised(_disguise())


@given(st.dates(date(1990, 1, 1), date(2060, 12, 31)))
def test_a_day_keeps_its_weekday_month_and_day(day: date) -> None:
    moved = WORLD.day(day)
    assert (moved.weekday(), moved.month, moved.day) == (day.weekday(), day.month, day.day)
    assert WORLD.real_day(moved) == day


@given(st.integers(946_684_800, 2_208_988_800).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)))
def test_an_instant_comes_back_to_within_the_hour_that_a_change_of_clocks_takes(at: datetime) -> None:
    assert abs(WORLD.real_instant(WORLD.instant(at)) - at) <= timedelta(hours=1)


def test_figures_are_the_same_and_rows_still_pass_the_door() -> None:
    (moved,) = WORLD.facts([fact("net_profit", "5")])
    refuse_implausible(moved)
    assert (str(moved.value), moved.period_end, str(moved.symbol)) == ("5", date(1996, 3, 31), "DEMO901")
    series = WORLD.bars(bars([10.0, 11.0, 12.0]), [])
    refuse_later_bars(series, WORLD.instant(datetime(2024, 1, 6, tzinfo=UTC)))
    assert series.columns.close.tolist() == [10.0, 11.0, 12.0]


def test_texts_lose_names_codes_and_years_but_no_figures() -> None:
    told = WORLD.text(
        "Oakgrove Software (DEMO5) sold 2024 machines in 2023, up from FY2022. 橡林软件2023年报，2024-03-31。"
    )
    assert "Oakgrove" not in told
    assert "DEMO5" not in told
    assert "橡林" not in told
    assert "2024 machines" in told
    for year in ("in 1995", "FY1994", "1995年报", "1996-03-31"):
        assert year in told


def test_the_company_is_called_by_its_invented_name_and_a_stranger_keeps_its_own() -> None:
    assert (WORLD.instrument(instrument()).name_en, WORLD.instrument(instrument()).name_zh) == (
        WORLD.disguise.name_en,
        WORLD.disguise.name_zh,
    )
    other = instrument(parse_symbol("DEMO6"), "Longbeach Utilities", "长滩公用")
    assert WORLD.instrument(other).name_en == "Longbeach Utilities"


def test_a_search_is_asked_in_the_words_of_the_real_world() -> None:
    assert WORLD.real_text(f"{WORLD.disguise.name_zh} 1996年 业绩") == "橡林软件 2024年 业绩"


@pytest.mark.parametrize(
    ("symbol", "invented"),
    [("600000.SH", "600981.SH"), ("AAPL", "QZXA"), ("BTC-USD", "QZXA-USD"), ("DEMO1.SZ", "DEMO901.SZ")],
)
def test_the_invented_code_is_of_the_same_market(symbol: str, invented: str) -> None:
    found = disguise_of(instrument(parse_symbol(symbol)), [])
    assert found is not None
    assert (str(found.invented), found.invented.market) == (invented, parse_symbol(symbol).market)


def test_a_code_that_is_taken_is_passed_over() -> None:
    found = disguise_of(instrument(), ["DEMO901"])
    assert found is not None
    assert str(found.invented) == "DEMO902"


def test_a_pair_of_currencies_cannot_go_by_another_name() -> None:
    assert disguise_of(replace(instrument(), symbol=parse_symbol("EURUSD=X")), []) is None


def test_known_at_moves_with_the_row() -> None:
    assert WORLD.instrument(instrument()).known_at == WORLD.instant(KNOWN)
    assert WORLD.real_symbol(WORLD.disguise.invented) == SYMBOL
