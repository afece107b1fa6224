"""When a vendor says that a page was published: many notations, some of which know only the day."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from email.utils import parsedate_to_datetime

_FIRST_WEB_PAGE = datetime(1991, 8, 6, tzinfo=UTC)
_DAY = timedelta(days=1) - timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Published:
    """The instant of publication lies between the two."""

    earliest: datetime
    latest: datetime


def parse_published(told: object, zone: tzinfo = UTC) -> Published | None:
    """None when there is no date or it is nonsense. A time without a zone is in `zone`; midnight stands for the day."""
    if not isinstance(told, str) or not told.strip():
        return None
    try:
        at = _parse(told.strip())
        at = (at.replace(tzinfo=zone) if at.tzinfo is None else at).astimezone(UTC)
        latest = at + _DAY if at.astimezone(zone).time() == time(0) or _is_midnight(told) else at
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return Published(at, latest) if at >= _FIRST_WEB_PAGE else None


def _parse(told: str) -> datetime:
    try:
        return datetime.fromisoformat(told)
    except ValueError:
        return parsedate_to_datetime(told)


def _is_midnight(told: str) -> bool:
    return "T00:00:00" in told or " 00:00:00" in told
