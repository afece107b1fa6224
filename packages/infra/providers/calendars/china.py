"""China's calendar as data: the weekdays on which the exchanges stayed closed, extended by a file of the owner's."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from importlib import resources
from pathlib import Path

from packages.core.errors import Invalid
from packages.domain.market_data.calendar import WeekdayCalendar

OVERRIDES = "calendar_overrides.json"


class BadOverrides(Invalid):
    """The owner's calendar file cannot be used."""


def china_calendar(home: Path) -> WeekdayCalendar:
    """What we ship, with `calendar_overrides.json` in `home` on top: the same shape, its years replace ours."""
    shipped = json.loads(resources.files(__package__).joinpath("china_closed_weekdays.json").read_text("utf-8"))
    overrides = _read(home / OVERRIDES)
    return WeekdayCalendar(
        first=date.fromisoformat(shipped["first"]),
        last=max(date.fromisoformat(shipped["last"]), _last(overrides)),
        closed=_days({**shipped["closed"], **overrides}),
    )


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
