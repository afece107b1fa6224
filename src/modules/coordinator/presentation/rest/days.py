"""A day as a request may write it: 2025-12-31 and in no other way."""

import re
from datetime import date

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def day_written_out(given: object) -> date | None:
    """Raises a `ValueError`, which pydantic tells as a bad field."""
    if given is None:
        return None
    if not isinstance(given, str) or not _DAY.fullmatch(given):
        raise ValueError("write a day as 2025-12-31")
    return date.fromisoformat(given)
