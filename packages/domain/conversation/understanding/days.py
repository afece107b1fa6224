"""The day that a message names: 2024-03-01, 2024/3/1, 2024年3月1日, 1 March 2024, March 2024."""

import re
from datetime import date

from packages.domain.evidence.patterns import lazy_pattern

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<name>{'|'.join(_MONTHS)})[a-z]*\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_WRITTEN = tuple(
    lazy_pattern(pattern, re.I)
    for pattern in (
        rf"(?<!\d){_YEAR}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?!\d)",
        rf"(?<!\d){_YEAR}\s*年\s*(?P<month>\d{{1,2}})\s*月(?:\s*(?P<day>\d{{1,2}})\s*[日号])?",
        rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+)?{_MONTH},?\s+{_YEAR}\b",
        rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}\b",
    )
)


def day_named(text: str) -> date | None:
    """The first of the month where no day is named; None where there is no date, or more than one."""
    found = {day for pattern in _WRITTEN for match in pattern.finditer(text) if (day := _day(match)) is not None}
    return found.pop() if len(found) == 1 else None


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    month = _MONTHS.index(parts["name"].lower()) + 1 if parts.get("name") else int(parts["month"])
    try:
        return date(int(parts["year"]), month, int(parts["day"] or 1))
    except ValueError:
        return None
