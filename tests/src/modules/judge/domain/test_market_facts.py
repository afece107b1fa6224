"""What bars say at the instant of a call."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.domain.market_facts import (
    market_facts,
    momentum_probability,
    past_windows,
    trailing_return,
    usual_benchmark,
)
from tests.src.modules.judge.making import BASE_DAY, INDEX, NOW, SYMBOL, bars

RISING = [100.0 * 1.001**day for day in range(400)]
FLAT = [4000.0] * 400


@pytest.mark.parametrize(
    ("symbol", "benchmark"),
    [
        ("DEMO1.SZ", "DEMO9.SH"),
        ("DEMO5", "DEMO10"),
        ("DEMO9.SH", None),
        ("DEMO8-USD", None),
        ("600519.SH", "000300.SH"),
        ("000300.SH", None),
        ("AAPL", "SPY"),
        ("SPY", None),
        ("BTC-USD", None),
        ("EURUSD=X", None),
    ],
)
def test_each_market_has_its_usual_benchmark(symbol: str, benchmark: str | None) -> None:
    found = usual_benchmark(parse_symbol(symbol))
    assert (str(found) if found else None) == benchmark


def test_the_base_is_the_last_close_by_its_bar() -> None:
    found = market_facts(SYMBOL, NOW, 60, bars(RISING), bars(FLAT, INDEX), "known")
    assert found.base is not None
    assert found.benchmark is not None
    assert found.base.id == "bar:000001.SZ:1d:2026-01-05:test"
    assert (found.base.day, found.base.value) == (BASE_DAY, Decimal(repr(RISING[-1])))
    assert (found.benchmark.value, found.benchmark.day) == (Decimal("4000.0"), BASE_DAY)


def test_a_benchmark_without_a_close_on_that_day_is_left_out_and_said_so() -> None:
    earlier = bars(FLAT, INDEX, last=BASE_DAY - timedelta(days=1))
    found = market_facts(SYMBOL, NOW, 60, bars(RISING), earlier, "known")
    assert found.benchmark is None
    assert "absolute return" in found.benchmark_note


@pytest.mark.parametrize(
    ("name", "advice"), [("000001.SZ", "parley data sync 000001.SZ"), ("DEMO1.SZ", "choose an earlier date")]
)
def test_a_stale_close_is_no_price_to_call_from_also_of_an_invented_company(name: str, advice: str) -> None:
    old, symbol = BASE_DAY - timedelta(days=16), parse_symbol(name)
    found = market_facts(symbol, NOW, 60, bars(RISING, symbol, old), None, "", stale=True)
    assert (found.base, found.is_stale) == (None, True)
    assert f"{old}" in found.problem
    assert advice in found.problem


def test_without_a_close_the_sentence_says_how_to_load_one() -> None:
    found = market_facts(SYMBOL, NOW, 60, None, None, "")
    assert found.problem == "There is no raw close of 000001.SZ: load it with `parley data sync 000001.SZ`."
    assert not found.is_stale


def test_the_trailing_return_is_over_sixty_sessions_in_excess_of_the_benchmark() -> None:
    growing = [4000.0 * 1.0005**day for day in range(400)]
    found = trailing_return(bars(RISING), bars(growing, INDEX))
    assert found == pytest.approx(1.001**60 - 1.0005**60)
    assert trailing_return(bars(RISING[:60]), None) is None
    assert [momentum_probability(past) for past in (found, -0.1)] == pytest.approx([0.55, 0.45])
    assert momentum_probability(None) == momentum_probability(0.0) == 0.5


def test_past_windows_lie_side_by_side_and_count_what_paid() -> None:
    rising = past_windows(bars(RISING), None, 30)
    assert (rising.windows, rising.paid) == (13, 13)
    falling = past_windows(bars(RISING[::-1]), bars(FLAT, INDEX), 30)
    assert (falling.windows, falling.paid) == (13, 0)
    assert past_windows(bars([1.0, 2.0]), None, 30).windows == 0
    assert past_windows(None, None, 30).rate == 0.5


def test_days_without_trade_are_no_closes() -> None:
    series = bars({date(2026, 1, 2): 10.0, date(2026, 1, 5): 10.0})
    series.columns.volume[1] = 0.0
    found = market_facts(SYMBOL, datetime(2026, 1, 6, tzinfo=UTC), 60, series, None, "")
    assert found.base is not None
    assert found.base.day == date(2026, 1, 2)
