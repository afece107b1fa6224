"""When prices are too old to judge by: one rule for every market, counted in the sessions of its calendar."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import TypeAlias

from packages.domain.market_data.calendar import Calendar, CalendarEnds

MOST_SESSIONS_MISSED = 5
# No market has stayed closed for longer; where no calendar knows the days, this many days decide.
LONGEST_CLOSURE = timedelta(days=15)

MarketCalendar: TypeAlias = Callable[[], Calendar]


def is_stale(last: date, today: date, calendar: MarketCalendar) -> bool:
    """Whether more than five whole sessions lie between the day of the last close and the day of the research, both
    as the market counts days. The day itself does not count: its session may not be over. The calendar is asked only
    where the days alone do not decide, since the first of a market takes a second to load."""
    age = today - last
    if age > LONGEST_CLOSURE:
        return True
    if age.days - 1 <= MOST_SESSIONS_MISSED:
        return False
    try:
        missed = calendar().sessions(last + timedelta(days=1), today - timedelta(days=1))
    except CalendarEnds:
        return False
    return len(missed) > MOST_SESSIONS_MISSED
