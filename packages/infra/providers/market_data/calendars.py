"""Each market's calendar: exchange_calendars, imported when a market needs it, and China's own from data with an
override file."""

import json
import warnings
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from packages.core.errors import Invalid
from packages.domain.market_data.calendar import (
    ALWAYS_OPEN,
    EVERY_WEEKDAY,
    Calendar,
    Days,
    WeekdayCalendar,
    refuse_unknown,
)
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.china_expected import expected_closed_days, last_expected_year

OVERRIDES = "calendar_overrides.json"


class BadOverrides(Invalid):
    """The owner's calendar file cannot be used."""


def china_calendar(home: Path) -> WeekdayCalendar:
    """The published years, with `calendar_overrides.json` in `home` on top: the same shape, its years replace ours.
    Years that are in neither are those that the law lets expect."""
    shipped = published_china()
    overrides = _read(home / OVERRIDES)
    expected = [year for year in range(shipped.last.year + 1, last_expected_year() + 1) if str(year) not in overrides]
    replaced = frozenset(day for day in shipped.closed if str(day.year) not in overrides)
    return WeekdayCalendar(
        first=shipped.first,
        last=max(date(last_expected_year(), 12, 31), _last(overrides)),
        closed=replaced | _days(overrides) | frozenset(day for year in expected for day in expected_closed_days(year)),
    )


@lru_cache(maxsize=1)
def published_china() -> WeekdayCalendar:
    """What we ship: the years whose days off were published when this was written."""
    shipped = json.loads(resources.files(__package__).joinpath("china_closed_weekdays.json").read_text("utf-8"))
    first, last = (date.fromisoformat(shipped[end]) for end in ("first", "last"))
    return WeekdayCalendar(first, last, _days(shipped["closed"]))


def _read(path: Path) -> Mapping[str, Sequence[str]]:
    if not path.exists():
        return {}
    try:
        closed = json.loads(path.read_text("utf-8"))["closed"]
        _days(closed)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        example = '{"closed": {"2027": ["01-01", "02-08"]}}'
        raise BadOverrides("market_data.bad_calendar_overrides", path=path, error=error, example=example) from error
    return {str(year): [str(day) for day in days] for year, days in closed.items()}


def _last(years: Mapping[str, Sequence[str]]) -> date:
    return date(max(map(int, years)), 12, 31) if years else date.min


def _days(years: Mapping[str, Sequence[str]]) -> frozenset[date]:
    return frozenset(date.fromisoformat(f"{year}-{day}") for year, days in years.items() for day in days)


_FIRST = date(1980, 1, 1)
_LAST = date(2049, 12, 31)  # the library goes by rules, and by itself only a year beyond the machine's own clock


def calendar_of(market: Market, home: Path) -> Calendar:
    match market:
        case Market.CN_STOCKS:
            return china_calendar(home)
        case Market.US_STOCKS:
            return new_york_calendar()
        case Market.CRYPTO:
            return ALWAYS_OPEN
        case Market.FOREX | Market.FUTURES:
            return EVERY_WEEKDAY
        case _:
            return exchange_calendar(MICS[market], *_known_days(market))


# NSE and BSE in India rest on the same days.
MICS: dict[Market, str] = {
    Market.US_STOCKS: "XNYS",
    Market.HK_STOCKS: "XHKG",
    Market.JP_STOCKS: "XTKS",
    Market.UK_STOCKS: "XLON",
    Market.DE_STOCKS: "XETR",
    Market.FR_STOCKS: "XPAR",
    Market.NL_STOCKS: "XAMS",
    Market.IT_STOCKS: "XMIL",
    Market.ES_STOCKS: "XMAD",
    Market.CH_STOCKS: "XSWX",
    Market.IN_STOCKS: "XBOM",
}


def _known_days(market: Market) -> tuple[date, date]:
    """As far as the library can tell: Tokyo and Bombay from 1997 on, Bombay to the last year that was published."""
    first = date(1997, 1, 1) if market in (Market.JP_STOCKS, Market.IN_STOCKS) else _FIRST
    return first, _last_in_bombay() if market is Market.IN_STOCKS else _LAST


def new_york_calendar() -> "ListedCalendar":
    return exchange_calendar("XNYS", _FIRST, _LAST)


class ListedCalendar:
    """A calendar that names every session."""

    def __init__(self, sessions: Days) -> None:
        self._sessions = sessions
        self.first: date = sessions[0].item()
        self.last: date = sessions[-1].item()

    def sessions(self, start: date, end: date) -> Days:
        refuse_unknown(self, start, end)
        after, before = np.datetime64(start, "D"), np.datetime64(end, "D")
        return self._sessions[(self._sessions >= after) & (self._sessions <= before)]


def _last_in_bombay() -> date:
    """The library lists India's holidays by hand, year by year."""
    from exchange_calendars.exchange_calendar_xbom import XBOMExchangeCalendar

    last: date = XBOMExchangeCalendar.bound_max().date()
    return last


@lru_cache(maxsize=16)
def exchange_calendar(code: str, first: date, last: date | None = None) -> ListedCalendar:
    """The library's calendar of one exchange, by its MIC; without a last day, as far as the library goes by itself."""
    from exchange_calendars import get_calendar

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the library uses what pandas 3.1 deprecates
        sessions = get_calendar(code, start=first.isoformat(), end=last and last.isoformat()).sessions
    return ListedCalendar(sessions.to_numpy().astype("datetime64[D]"))
