"""What each expert can be told besides the symbol: checked before any expert starts, with defaults filled in."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from src.modules.coordinator.domain.exceptions import BadOptions
from src.modules.coordinator.domain.model.enums import ExpertType

DEFAULT_LIMIT = 5
_LIMITS = range(1, 21)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Options = dict[str, dict[str, object]]


def checked_options(given: Mapping[str, Mapping[str, object]], experts: Sequence[ExpertType], today: date) -> Options:
    """The options of the selected experts; `today` is that of the exchange, or the day that the whole run looks back
    from. What is said to others is not read."""
    strangers = [name for name in given if name not in set(ExpertType)]
    if strangers:
        raise BadOptions(f"options names {_listed(strangers)}, and there is no such expert.")
    checks = _checks(today)
    told = {expert: _known(expert, given.get(expert, {}), checks.get(expert, {})) for expert in experts}
    return {expert.value: values for expert, values in told.items() if values}


def checked_day(given: date | None, today: date) -> date | None:
    """The day that a whole run looks back from; None is today, where it trades."""
    if given is not None and given > today:
        raise BadOptions(
            f"analysis_date is {given}, and today is {today} where it trades: nothing is known of the future yet."
        )
    return given


Check = Callable[[object], object]


def _checks(today: date) -> dict[ExpertType, dict[str, tuple[object, Check]]]:
    """By expert and option: the default, and who checks what was given."""
    return {
        ExpertType.TECHNICAL_ANALYST: {"analysis_date": (today.isoformat(), partial(_analysis_date, today=today))},
        ExpertType.FINANCIAL_AUDITOR: {"limit": (DEFAULT_LIMIT, _limit)},
    }


def _known(
    expert: ExpertType, given: Mapping[str, object], checks: Mapping[str, tuple[object, Check]]
) -> dict[str, object]:
    unknown = [key for key in given if key not in checks]
    if unknown:
        known = f"it takes {_listed(list(checks))}" if checks else "it takes none"
        raise BadOptions(f"options.{expert.value} has no option {_listed(unknown)}: {known}.")
    return {key: check(given[key]) if key in given else default for key, (default, check) in checks.items()}


def _analysis_date(given: object, today: date) -> str:
    day = _day(given)
    if day is None:
        raise BadOptions("options.technical_analyst.analysis_date is not a day: write it as 2025-12-31.")
    if day > today:
        raise BadOptions(
            f"options.technical_analyst.analysis_date is {day}, and today is {today} where it trades: nothing is known "
            "of the future yet."
        )
    return day.isoformat()


def _day(given: object) -> date | None:
    if type(given) is date:
        return given
    if not isinstance(given, str) or not _DAY.fullmatch(given):
        return None
    try:
        return date.fromisoformat(given)
    except ValueError:
        return None


def _limit(given: object) -> int:
    if type(given) is not int or given not in _LIMITS:
        raise BadOptions("options.financial_auditor.limit is how many reports to read: a whole number from 1 to 20.")
    return given


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:60]) for name in names[:5])
