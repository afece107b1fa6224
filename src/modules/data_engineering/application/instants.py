"""The instant that a reader from outside may know about: given or now, never ahead."""

from datetime import UTC, datetime

from packages.core.errors import Invalid

_EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)


class FutureInstant(Invalid):
    """Nobody knows what will be known then."""


class TooEarly(Invalid):
    """An instant before anything was written down."""


def asked_instant(as_of: datetime | None, now: datetime) -> datetime:
    """Now, where none is given; a time without a zone is taken as UTC."""
    instant = in_utc(as_of) or now
    if instant > now:
        raise FutureInstant(f"as_of is {instant}, and it is {now} now: nothing is known of the future.")
    return instant


def in_utc(at: datetime | None) -> datetime | None:
    if at is None:
        return None
    aware = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    if aware < _EARLIEST:
        raise TooEarly(f"{at} is too early: give an instant from 1900 on.")
    return aware.astimezone(UTC)
