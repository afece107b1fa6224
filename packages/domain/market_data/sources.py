"""What a source is to a reader: raw or adjusted, and which one is read where several have bars.

Raw sources come before adjusted ones, and a series holds one kind only. Within a window the raw source with most bars
is read first (a preferred one before it, then by name); what other raw sources have before its first bar and after its
last is read beside it, so nothing that is stored becomes unreachable. Holes inside a source stay holes. Bars that
were stored as raw, and all again as adjusted ones of the same source, are read as raw only where the source is named.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime

import numpy as np

from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.rows import CorporateAction

_ADJUSTED = "-adjusted"


def is_adjusted(source: str) -> bool:
    """Whether the source has adjusted prices alone: neither what was paid nor what could be known on the day."""
    return source.endswith(_ADJUSTED)


def adjusted_name(source: str) -> str:
    """The name that says so."""
    return source if is_adjusted(source) else f"{source}{_ADJUSTED}"


def marked_adjusted(series: BarSeries, adjusted_at: datetime) -> BarSeries:
    """Under a source that says so, and known no earlier than the instant at which the prices were adjusted."""
    known_at = np.maximum(series.columns.known_at, instant(adjusted_at))
    columns = replace(series.columns, known_at=known_at)
    return replace(series, adjusted="raw", source=adjusted_name(series.source), columns=columns)


def actions_for(source: str, actions: Iterable[CorporateAction]) -> list[CorporateAction]:
    """Those that are not in the prices of the source yet: of an adjusted one only what it lists itself."""
    if not is_adjusted(source):
        return each_once(actions, source)
    origin = source.removesuffix(_ADJUSTED)
    return [action for action in actions if action.source == origin]


def each_once(actions: Iterable[CorporateAction], preferred: str = "") -> list[CorporateAction]:
    """An action that several sources have counts once: as the preferred source has it, or the one that has most."""
    known = list(actions)
    sizes = Counter(action.source for action in known)
    found: dict[tuple[date, str], CorporateAction] = {}
    for action in sorted(known, key=lambda one: (one.source == preferred, sizes[one.source], one.source)):
        found[(action.ex_date, action.kind)] = action
    return sorted(found.values(), key=lambda one: (one.ex_date, one.id))
