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
        raise FutureInstant("market_data.as_of_in_future", as_of=instant, now=now)
    return instant


def in_utc(at: datetime | None) -> datetime | None:
    if at is None:
        return None
    aware = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    if aware < _EARLIEST:
        raise TooEarly("market_data.too_early", at=at)
    return aware.astimezone(UTC)
