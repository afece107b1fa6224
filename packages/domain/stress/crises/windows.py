"""Crisis windows of each market by name, a person's own windows, and what can be wrong with them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.errors import Invalid, NotFound
from packages.core.messages import Language, message, render
from packages.domain.market_data.symbols import Market


class BadWindow(Invalid):
    """A stretch of days that cannot be lived through."""


class UnknownCrisis(NotFound):
    """No crisis has this key."""


class BadCrisisBars(Invalid):
    """Bars that the strategy cannot be run on: another market or timeframe, or prices that are none."""


class BadMoney(Invalid):
    """An amount that nobody can lose."""


_KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_LONGEST_NAME = 80
_LONGEST_YEARS = 15


@dataclass(frozen=True, slots=True)
class CrisisWindow:
    """Days of the market, both included. The names say what happened, never how much was lost."""

    key: str
    name_en: str
    name_zh: str
    start: date
    end: date

    def __post_init__(self) -> None:
        if not _KEY.fullmatch(self.key):
            raise BadWindow("stress.bad_window_key", key=self.key[:60])
        if not all(0 < len(name.strip()) <= _LONGEST_NAME for name in (self.name_en, self.name_zh)):
            raise BadWindow("stress.bad_window_name", longest=_LONGEST_NAME)
        if self.end < self.start:
            raise BadWindow("stress.window_end_before_start", end=self.end, start=self.start)
        if (self.end - self.start).days > _LONGEST_YEARS * 366:
            raise BadWindow("stress.window_too_long", years=_LONGEST_YEARS, start=self.start, end=self.end)


_DAYS: dict[Market, dict[str, tuple[date, date]]] = {
    Market.CN_STOCKS: {
        "cn_2008": (date(2007, 10, 16), date(2008, 10, 28)),
        "cn_2015": (date(2015, 6, 12), date(2016, 2, 29)),
        "cn_2018": (date(2018, 1, 24), date(2019, 1, 4)),
        "cn_2020": (date(2020, 1, 14), date(2020, 3, 23)),
        "cn_2021": (date(2021, 2, 18), date(2022, 10, 31)),
        "cn_2024": (date(2024, 1, 2), date(2024, 2, 29)),
    },
    Market.US_STOCKS: {
        "us_2000": (date(2000, 3, 24), date(2002, 10, 9)),
        "us_2008": (date(2007, 10, 9), date(2009, 3, 9)),
        "us_2010": (date(2010, 5, 3), date(2010, 5, 28)),
        "us_2011": (date(2011, 7, 25), date(2011, 10, 3)),
        "us_2015": (date(2015, 8, 10), date(2015, 9, 29)),
        "us_2018": (date(2018, 10, 1), date(2018, 12, 31)),
        "us_2020": (date(2020, 2, 19), date(2020, 3, 31)),
        "us_2022": (date(2022, 1, 3), date(2022, 12, 30)),
    },
    Market.CRYPTO: {
        "crypto_2018": (date(2017, 12, 17), date(2018, 12, 15)),
        "crypto_2020": (date(2020, 3, 1), date(2020, 3, 31)),
        "crypto_2021": (date(2021, 5, 1), date(2021, 5, 31)),
        "crypto_2022_luna": (date(2022, 5, 1), date(2022, 6, 30)),
        "crypto_2022_ftx": (date(2022, 11, 1), date(2022, 11, 30)),
    },
    Market.FOREX: {
        "forex_2008": (date(2008, 7, 15), date(2008, 12, 31)),
        "forex_2015": (date(2015, 1, 5), date(2015, 1, 30)),
        "forex_2016": (date(2016, 6, 13), date(2016, 7, 8)),
        "forex_2022": (date(2022, 1, 3), date(2022, 10, 21)),
    },
    Market.FUTURES: {
        "futures_2008": (date(2008, 7, 14), date(2009, 3, 9)),
        "futures_2014": (date(2014, 6, 20), date(2016, 2, 11)),
        "futures_2020": (date(2020, 4, 1), date(2020, 4, 30)),
        "futures_2022": (date(2022, 2, 24), date(2022, 12, 30)),
    },
}
# Stock markets without crises of their own here live through those that the whole world did.
_WORLD: dict[str, tuple[date, date]] = {
    "world_2008": (date(2007, 10, 9), date(2009, 3, 9)),
    "world_2011": (date(2011, 7, 25), date(2011, 10, 4)),
    "world_2020": (date(2020, 2, 19), date(2020, 3, 31)),
    "world_2022": (date(2022, 1, 3), date(2022, 10, 31)),
}


def crises_of(market: Market) -> tuple[CrisisWindow, ...]:
    """The oldest first."""
    return tuple(_named(key, *days) for key, days in _DAYS.get(market, _WORLD).items())


def crisis(key: str) -> CrisisWindow:
    """A named crisis of any market."""
    for days in (*_DAYS.values(), _WORLD):
        if key in days:
            return _named(key, *days[key])
    raise UnknownCrisis("stress.unknown_crisis", key=key[:60])


def _named(key: str, start: date, end: date) -> CrisisWindow:
    name = message(f"stress.crisis.{key}")
    return CrisisWindow(key, render(name, Language.EN), render(name, Language.ZH), start, end)


def custom_window(start: date, end: date, name: str | None = None) -> CrisisWindow:
    """A window of a person's own, named by them or by its days; `BadWindow` for one that cannot be."""
    named = name.strip() if name is not None else f"{start} … {end}"
    return CrisisWindow(f"own_{start:%Y%m%d}_{end:%Y%m%d}", named, named, start, end)


def refuse_doubles(windows: Sequence[CrisisWindow]) -> None:
    """A key stands for one window."""
    keys = [window.key for window in windows]
    for key in keys:
        if keys.count(key) > 1:
            raise BadWindow("stress.window_twice", key=key)
