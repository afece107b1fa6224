"""A call ends by closes that exist, or with a reason, and never by a guess."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.symbols import parse_symbol
from src.modules.judge.domain.settlement import (
    LONGEST_WAIT,
    SUSPENDED_WAIT,
    CallEnding,
    Settlement,
    SettlementReason,
    SettlementState,
    WaitingCall,
    read_settlement,
    settlement_of,
)
from tests.src.modules.judge.making import BASE_DAY, INDEX, bars, call, entry, price_row

END = BASE_DAY + timedelta(days=60)
STOCK = bars({BASE_DAY: 10.0, END: 11.0, END + timedelta(days=1): 5.0})
BENCHMARK = bars({BASE_DAY: 4000.0, END: 4200.0}, INDEX)


def _ending(today: date = END, **changed: Any) -> CallEnding:
    told: dict[str, Any] = {
        "now": datetime(today.year, today.month, today.day, 12, tzinfo=UTC),
        "today": today,
        "bars": STOCK,
        "benchmark": BENCHMARK,
        "suspended": False,
        "delisted_on": None,
    }
    return CallEnding(**{**told, **changed})


def _settled(ending: CallEnding, **changed: Any) -> Settlement:
    found = settlement_of(entry(call(**changed)), "end-1", ending)
    assert isinstance(found, Settlement)
    return found


def test_a_call_pays_when_its_return_is_above_the_benchmarks() -> None:
    found = _settled(_ending())
    assert (found.state, found.outcome) == (SettlementState.SETTLED, 1)
    assert found.own_return == pytest.approx(0.10)
    assert found.benchmark_return == pytest.approx(0.05)
    assert found.excess_return == pytest.approx(0.05)
    assert found.close == price_row(value=11.0, day=END)


def test_a_return_equal_to_the_benchmarks_does_not_pay() -> None:
    same = bars({BASE_DAY: 4000.0, END: 4400.0}, INDEX)
    stock = bars({BASE_DAY: 4000.0, END: 4400.0})
    assert _settled(_ending(bars=stock, benchmark=same)).outcome == 0


def test_without_a_benchmark_the_return_itself_decides() -> None:
    found = _settled(_ending(benchmark=None), benchmark_base=None, benchmark=None)
    assert (found.outcome, found.benchmark_return) == (1, None)
    assert found.excess_return == found.own_return


def test_the_first_close_on_or_after_the_last_day_settles_and_the_benchmarks_of_the_same_day() -> None:
    later = END + timedelta(days=3)
    stock, index = bars({BASE_DAY: 10.0, later: 9.0}), bars({BASE_DAY: 4000.0, END: 9000.0, later: 4000.0}, INDEX)
    found = _settled(_ending(later, bars=stock, benchmark=index))
    assert found.close is not None
    assert (found.close.day, found.benchmark_return) == (later, 0.0)


WAITING: list[tuple[CallEnding, SettlementReason]] = [
    (_ending(END - timedelta(days=1)), SettlementReason.HORIZON_OPEN),
    (_ending(bars=bars({BASE_DAY: 10.0})), SettlementReason.NO_CLOSE_YET),
    (_ending(bars=None), SettlementReason.NO_CLOSE_YET),
    (_ending(bars=bars({BASE_DAY: 10.0}), suspended=True), SettlementReason.SUSPENDED),
    (_ending(END + LONGEST_WAIT * 2, bars=bars({BASE_DAY: 10.0}), suspended=True), SettlementReason.SUSPENDED),
    (_ending(benchmark=None), SettlementReason.BENCHMARK_MISSING),
    (_ending(benchmark=bars({BASE_DAY: 4000.0}, INDEX)), SettlementReason.BENCHMARK_MISSING),
]


@pytest.mark.parametrize(("ending", "reason"), WAITING)
def test_what_may_still_come_is_waited_for(ending: CallEnding, reason: SettlementReason) -> None:
    assert settlement_of(entry(call()), "end-1", ending) == WaitingCall(reason)


LATE = END + LONGEST_WAIT + timedelta(days=1)
GIVEN_UP: list[tuple[CallEnding, SettlementReason]] = [
    (_ending(LATE, bars=bars({BASE_DAY: 10.0})), SettlementReason.NO_CLOSE_NEAR_THE_END),
    (_ending(LATE, bars=bars({BASE_DAY: 10.0, LATE: 12.0})), SettlementReason.NO_CLOSE_NEAR_THE_END),
    (_ending(bars=bars({BASE_DAY: 10.0}), delisted_on=END - timedelta(days=5)), SettlementReason.DELISTED),
    (
        _ending(END + SUSPENDED_WAIT + timedelta(days=1), bars=bars({BASE_DAY: 10.0}), suspended=True),
        SettlementReason.SUSPENDED,
    ),
    (_ending(bars=bars({END: 10.0})), SettlementReason.BASE_MISSING),
    (_ending(LATE, benchmark=None), SettlementReason.BENCHMARK_MISSING),
    (_ending(LATE, benchmark=bars({BASE_DAY: 4000.0}, INDEX)), SettlementReason.BENCHMARK_MISSING),
]


@pytest.mark.parametrize(("ending", "reason"), GIVEN_UP)
def test_what_cannot_come_any_more_is_given_up_by_name(ending: CallEnding, reason: SettlementReason) -> None:
    found = settlement_of(entry(call()), "end-1", ending)
    assert isinstance(found, Settlement)
    assert (found.state, found.reason, found.outcome, found.excess_return) == (
        SettlementState.UNSETTLEABLE,
        reason,
        None,
        None,
    )


def test_a_share_that_resumes_after_a_suspension_is_settled_by_its_first_close_and_says_so() -> None:
    resumed = END + timedelta(days=100)
    stock, index = bars({BASE_DAY: 10.0, resumed: 8.0}), bars({BASE_DAY: 4000.0, resumed: 4000.0}, INDEX)
    found = _settled(_ending(resumed, bars=stock, benchmark=index, suspended=True))
    assert (found.outcome, found.note) == (0, "settled late, after a suspension")


def test_a_benchmark_of_another_market_is_taken_from_its_last_session_before() -> None:
    spy = parse_symbol("SPY")
    rested = bars({BASE_DAY: 500.0, END - timedelta(days=1): 510.0, END + timedelta(days=1): 700.0}, spy)
    found = _settled(_ending(benchmark=rested), benchmark_base=price_row(spy, 500.0), benchmark="SPY")
    assert found.benchmark_return == pytest.approx(0.02)


def test_a_gap_in_a_benchmark_of_the_same_market_is_not_bridged() -> None:
    gap = bars({BASE_DAY: 4000.0, END - timedelta(days=1): 4100.0, END + timedelta(days=1): 4200.0}, INDEX)
    assert settlement_of(entry(call()), "end-1", _ending(benchmark=gap)) == WaitingCall(
        SettlementReason.BENCHMARK_MISSING
    )


def test_a_call_that_calls_nothing_is_never_settled() -> None:
    found = _settled(_ending(), ends_on=None)
    assert (found.state, found.reason) == (SettlementState.UNSETTLEABLE, SettlementReason.NOTHING_CALLED)


@given(
    base=st.floats(0.01, 1e5),
    close=st.floats(0.01, 1e5),
    index=st.tuples(st.floats(1, 1e5), st.floats(1, 1e5)),
    scale=st.sampled_from([0.5, 2.0, 10.0]),
)
def test_a_split_of_the_whole_series_changes_no_outcome(
    base: float, close: float, index: tuple[float, float], scale: float
) -> None:
    def settled(factor: float) -> Settlement:
        stock = bars({BASE_DAY: base * factor, END: close * factor})
        return _settled(_ending(bars=stock, benchmark=bars({BASE_DAY: index[0], END: index[1]}, INDEX)))

    plain, split = settled(1.0), settled(scale)
    assert plain.excess_return == pytest.approx(split.excess_return, rel=1e-9, abs=1e-9)
    if abs(plain.excess_return or 0) > 1e-6:
        assert plain.outcome == split.outcome


def test_a_settlement_comes_back_from_its_text_as_it_was() -> None:
    found = _settled(_ending())
    text = json.dumps({**found.content(), "seq": 1, "previous_hash": "0"})
    assert read_settlement(text) == found
    lost = replace(
        found, state=SettlementState.UNSETTLEABLE, reason=SettlementReason.DELISTED, close=None, outcome=None
    )
    assert read_settlement(json.dumps({**lost.content(), "seq": 1, "previous_hash": "0"})) == lost
