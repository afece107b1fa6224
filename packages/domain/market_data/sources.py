"""What a source is to a reader: raw or adjusted, and which one is read where several have bars.

Raw sources come before adjusted ones, and a series holds one kind only. Within a window the raw source with most bars
is read first (a preferred one before it, then by name); what other raw sources have before its first bar and after its
last is read beside it, so nothing that is stored becomes unreachable. Holes inside a source stay holes. Bars that
were stored as raw, and all again as adjusted ones of the same source, are read as raw only where the source is named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from packages.domain.market_data.bars import BarSeries, instant

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


def raw_name(source: str) -> str:
    """The name of the same source where it reports what was paid."""
    return source.removesuffix(_ADJUSTED)


def reading_order(counts: Mapping[str, int], preferred: Sequence[str] = ()) -> list[str]:
    """The sources that a window is read from, the first one first; `counts`: how many bars each has there that were
    known. Two adjusted sources were adjusted at different times, so they never go together."""

    def rank(source: str) -> tuple[bool, bool, int, int, str]:
        place = preferred.index(source) if source in preferred else len(preferred)
        return not counts[source], is_adjusted(source), place, -counts[source], source

    ranked = sorted(counts, key=rank)
    if not ranked or is_adjusted(ranked[0]):
        return ranked[:1]
    return [ranked[0], *(other for other in ranked[1:] if counts[other] and not is_adjusted(other))]
