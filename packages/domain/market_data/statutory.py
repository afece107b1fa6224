"""When an A-share figure could be known at the latest, and so when one without a trustworthy date counts as known.

Reports are due by law on 30 April (annual, and first quarter), 31 August (half year) and 31 October (third quarter).
"""

from datetime import UTC, date, datetime, time, timedelta

from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market

_DUE: dict[int, tuple[int, int, int]] = {1: (0, 4, 30), 2: (0, 8, 31), 3: (0, 10, 31), 4: (1, 4, 30)}


def statutory_deadline(period_end: date) -> date:
    """The day by which the report on the quarter that `period_end` lies in has to be out."""
    years, month, day = _DUE[(period_end.month + 2) // 3]
    return date(period_end.year + years, month, day)


def end_of_day(day: date) -> datetime:
    """24:00 in Shanghai, as an instant in UTC: by then whatever was published on the day is known."""
    midnight = datetime.combine(day + timedelta(days=1), time(), zone_of(Market.CN_STOCKS))
    return midnight.astimezone(UTC)


def fact_known_at(period_end: date, announced: date | None) -> datetime:
    """Announcements name a day, not an hour, so a figure is known when that day is over. No day, or one that is not
    after the period, is no announcement: then the law's last day counts."""
    if announced is None or announced <= period_end:
        return end_of_day(statutory_deadline(period_end))
    return end_of_day(announced)


def known_before_open(first_day: date, announced: date | None) -> datetime:
    """What takes effect at the open of a day (a distribution, special treatment) is public before it; an announcement
    that is missing, or dated later, cannot change that."""
    eve = end_of_day(first_day - timedelta(days=1))
    return eve if announced is None else min(eve, end_of_day(announced))
