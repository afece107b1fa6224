"""Changes that a person asks for in a word, as operations on the numbers of a strategy."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from src.modules.llm_platform.infrastructure.guided.facts import Facts
from src.modules.llm_platform.infrastructure.guided.wishes import Wish

_PERIODS = r"/params/\w*(?:period|length|window|lookback)$|/exits/\d+/bars$"
_STOPS = r"/exits/\d+/stop/(?!period)"
_SIZES = r"/position_sizing/(?!lookback|max_leverage)"


@dataclass(frozen=True, slots=True)
class _Scaling:
    pointers: str
    factor: float


CHANGES: Mapping[Wish, _Scaling] = {
    Wish.LONGER: _Scaling(_PERIODS, 1.5),
    Wish.SHORTER: _Scaling(_PERIODS, 0.67),
    Wish.TIGHTER: _Scaling(_STOPS, 0.75),
    Wish.WIDER: _Scaling(_STOPS, 1.3),
    Wish.SMALLER: _Scaling(_SIZES, 0.67),
    Wish.LARGER: _Scaling(_SIZES, 1.3),
}


def operations_for(wish: Wish, tunables: Sequence[Facts]) -> list[dict[str, object]]:
    """Each number that the wish means, scaled within the range that is worth trying; `add` also sets a number that
    the document leaves to its default."""
    scaling = CHANGES[wish]
    found = [each for each in tunables if re.search(scaling.pointers, each.text("pointer"))]
    scaled = [(each.text("pointer"), _scaled(each, scaling.factor), each.number("value")) for each in found]
    return [{"op": "add", "path": path, "value": value} for path, value, before in scaled if value != before]


def _scaled(tunable: Facts, factor: float) -> int | float:
    value, low, high = (tunable.number(name) or 0.0 for name in ("value", "minimum", "maximum"))
    wanted = min(max(value * factor, low), high)
    return round(wanted) if tunable.text("kind") == "int" else round(wanted, 4)
