"""Holes of many series at once are those of each alone."""

from datetime import date

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.market_data.calendar import Calendar, WeekdayCalendar
from packages.domain.market_data.cross_sections import TradedDays
from packages.domain.market_data.holes import Suspension, holes, holes_of_each
from packages.domain.market_data.symbols import parse_symbol
from tests.effort import examples

FIRST = np.datetime64("2024-01-01", "D")
WHOLE = WeekdayCalendar(date(2020, 1, 1), date(2030, 1, 1), frozenset({date(2024, 1, 10), date(2024, 1, 11)}))
SHORT = WeekdayCalendar(date(2024, 1, 8), date(2024, 1, 19), frozenset())
SYMBOL = parse_symbol("AAPL")
days_of_one = st.sets(st.integers(0, 30), max_size=20)
rests = st.lists(st.tuples(st.integers(0, 30), st.one_of(st.none(), st.integers(0, 30))), max_size=2)


def day(number: int) -> date:
    found: date = (FIRST + number).item()
    return found


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(st.tuples(days_of_one, st.one_of(st.none(), st.integers(1, 9)), rests), min_size=1, max_size=5),
    st.sampled_from([WHOLE, SHORT]),
)
def test_holes_of_many_series_are_those_of_each(
    told: list[tuple[set[int], int | None, list[tuple[int, int | None]]]], calendar: Calendar
) -> None:
    axis = sorted(set().union(*(days for days, _, _ in told)))
    present = np.array([[number in days for days, _, _ in told] for number in axis], bool).reshape(len(axis), len(told))
    nothing = np.datetime64("NaT", "D")
    ahead = np.array([FIRST + max(days) + more if days and more else nothing for days, more, _ in told])
    suspended: list[list[Suspension]] = [
        [(day(since), None if until is None else day(until)) for since, until in some] for _, _, some in told
    ]
    traded = TradedDays(FIRST + np.array(axis, int), tuple((SYMBOL, str(n)) for n in range(len(told))), present)
    found = holes_of_each(traded, ahead, calendar, suspended)
    for column, (days, _, _) in enumerate(told):
        alone = FIRST + np.array(sorted(days), int)
        alone = alone if np.isnat(ahead[column]) else np.append(alone, ahead[column])
        assert found[column] == holes(alone, lambda: calendar, suspended[column])
