"""The pack as a whole: the same everywhere, plainly fictional, and in keeping with the rule of time."""

from datetime import UTC, date, datetime
from decimal import localcontext

import pytest

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.door import refuse_implausible, refuse_later_bars
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.pack import DemoPack, generate
from packages.infra.providers.market_data.demo.sessions import FIRST, LAST
from tests.timing import Costs, arithmetic

# Changes only when the generator is meant to tell another story; then the new value is written here.
FINGERPRINT = "64e0cc06817b5ed6eff8cc24b1584423bb4d4a6ec46bbed2bb667fa37a65a046"


def test_the_pack_is_the_same_on_every_machine(pack: DemoPack) -> None:
    assert pack.fingerprint() == FINGERPRINT


@pytest.mark.trust
def test_the_pack_does_not_hang_on_the_precision_of_whoever_asks(pack: DemoPack) -> None:
    with localcontext(prec=12):
        assert generate().fingerprint() == pack.fingerprint()


def test_the_same_seed_gives_the_same_bytes_for_a_little_arithmetic(pack: DemoPack) -> None:
    costs = Costs(at_most=6)
    for _ in costs.turns():
        with costs.work():
            again = generate()
        with costs.beside():
            arithmetic()
        assert again.fingerprint() == pack.fingerprint()
    assert costs.within_bounds, costs


def test_another_seed_tells_another_story_that_keeps_the_rule_of_time(pack: DemoPack) -> None:
    other = generate(seed=7)
    for series in pack.all_bars():
        assert not other.series(series.symbol, series.timeframe).columns.equals(series.columns)
    assert [row.value for row in other.facts] != [row.value for row in pack.facts]
    for row in other.rows():
        refuse_implausible(row)


def test_no_symbol_could_be_a_real_one(pack: DemoPack) -> None:
    symbols = {instrument.symbol for instrument in pack.instruments}
    assert all(symbol.is_demo and parse_symbol(symbol.text) == symbol for symbol in symbols)
    assert {row.symbol for row in pack.facts} | {row.symbol for row in pack.valuations} | set(pack.bars) <= symbols
    assert {row.symbol for row in pack.actions} | {row.symbol for row in pack.statuses} <= symbols
    assert all(point.series.startswith("DEMO_") for point in pack.macro)


def test_names_say_that_they_are_demo_names(pack: DemoPack) -> None:
    assert all(row.name_en.startswith("Demo ") and row.name_zh.startswith("演示") for row in pack.instruments)
    assert len({row.name_en for row in pack.instruments}) == len(pack.instruments)


def test_every_row_and_bar_is_told_by_demo_under_an_id_of_its_own(pack: DemoPack) -> None:
    rows = list(pack.rows())
    assert {row.source for row in rows} | {series.source for series in pack.all_bars()} == {"demo"}
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.known_at.utcoffset() == UTC.utcoffset(None) for row in rows)


def test_no_row_or_bar_claims_to_be_known_before_it_could_be(pack: DemoPack) -> None:
    for row in pack.rows():
        refuse_implausible(row)
    for series in pack.all_bars():
        refuse_later_bars(series, datetime(2026, 1, 2, tzinfo=UTC))


def test_there_are_at_least_eight_instruments_with_ten_years_of_days_in_three_markets(pack: DemoPack) -> None:
    long = [s for s in pack.all_bars() if s.timeframe is Timeframe.D1 and _days(s) == (FIRST, LAST)]
    assert len(long) >= 8
    assert {series.symbol.market for series in long} == {Market.CN_STOCKS, Market.US_STOCKS, Market.CRYPTO}


def _days(series: BarSeries) -> tuple[date, date]:
    days = series.columns.time.astype("datetime64[D]").tolist()
    return days[0], days[-1]
