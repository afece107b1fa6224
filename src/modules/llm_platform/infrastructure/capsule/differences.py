"""Says how a request differs from what was recorded, so that a changed prompt can be found."""

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from src.modules.llm_platform.infrastructure.capsule.exchange import Asked
from src.modules.llm_platform.infrastructure.capsule.secrets import Json

_SHOWN = 120
_MISSING = "nothing"


def nearest(asked: Asked, recorded: Iterable[Asked]) -> Asked | None:
    """The recorded request of the same kind that shares most fields; of equal ones, the one alike for longest."""
    alike = [other for other in recorded if other.call == asked.call]
    return max(alike, key=lambda other: _likeness(asked.body, other.body), default=None)


def first_difference(recorded: Json, asked: Json, field: str) -> str | None:
    """A sentence on the first field, item or line that differs; None when all is the same."""
    if isinstance(recorded, dict) and isinstance(asked, dict):
        names = dict.fromkeys((*recorded, *asked))
        inner = ((recorded.get(name), asked.get(name), f"{field}.{name}".lstrip(".")) for name in names)
    elif isinstance(recorded, list) and isinstance(asked, list):
        inner = ((old, new, f"{field}[{place}]") for place, (old, new) in enumerate(zip_longest(recorded, asked)))
    elif isinstance(recorded, str) and isinstance(asked, str) and "\n" in recorded + asked:
        lines = enumerate(zip_longest(recorded.split("\n"), asked.split("\n")), start=1)
        return next((_told(f"{field}, line {row}", old, new) for row, (old, new) in lines if old != new), None)
    else:
        return None if recorded == asked else _told(field, recorded, asked)
    return next((told for old, new, name in inner if (told := first_difference(old, new, name))), None)


def _likeness(asked: Mapping[str, Json], other: Mapping[str, Json]) -> tuple[int, int]:
    shared = sum(asked[name] == other.get(name) for name in asked)
    return shared, sum(_alike(str(asked[name]), str(other.get(name))) for name in asked)


def _told(field: str, recorded: Json, asked: Json) -> str:
    return f"{field}: recorded {_shown(recorded, asked)}, asked {_shown(asked, recorded)}"


def _shown(value: Json, other: Json) -> str:
    """Around the first character that differs, for what is long."""
    if value is None:
        return _MISSING
    if not isinstance(value, str) or len(value) <= _SHOWN:
        return repr(value)[:_SHOWN]
    same = _alike(value, other) if isinstance(other, str) else 0
    start = max(0, same - _SHOWN // 2)
    return f"{'…' if start else ''}{value[start : start + _SHOWN]!r}…"


def _alike(one: str, other: str) -> int:
    """How many characters they begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
