"""What each expert can be told besides the symbol: checked before any expert starts, with defaults filled in."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from packages.core.messages import message
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
        raise BadOptions("coordinator.unknown_expert_in_options", names=_listed(strangers))
    checks = _checks(today)
    told = {expert: _known(expert, given.get(expert, {}), checks.get(expert, {})) for expert in experts}
    return {expert.value: values for expert, values in told.items() if values}


def checked_day(given: date | None, today: date) -> date | None:
    """The day that a whole run looks back from; None is today, where it trades."""
    if given is not None and given > today:
        raise BadOptions("coordinator.date_in_future", given=given, today=today)
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
        takes = message("coordinator.takes_options", names=_listed(list(checks)))
        known = takes if checks else message("coordinator.takes_none")
        raise BadOptions("coordinator.unknown_option", expert=expert.value, unknown=_listed(unknown), known=known)
    return {key: check(given[key]) if key in given else default for key, (default, check) in checks.items()}


def _analysis_date(given: object, today: date) -> str:
    day = _day(given)
    if day is None:
        raise BadOptions("coordinator.date_not_a_day")
    if day > today:
        raise BadOptions("coordinator.expert_date_in_future", day=day, today=today)
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
        raise BadOptions("coordinator.bad_report_limit")
    return given


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:60]) for name in names[:5])
