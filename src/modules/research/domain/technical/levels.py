"""Supports and resistances: prices at which the market turned before.

The rule: a bar whose high tops the five bars before it and is not topped in the five after it is a turn, and so is a
low the other way round; a turn is only known when its five later bars are there. Turns within half an ATR of the
lowest of their group are one level, at their mean. Levels below the close support it, levels above resist it, the
nearest first.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from packages.domain.market_data.bars import Floats
from src.modules.research.domain.derive import combined
from src.modules.research.domain.figures import Absent, Figure, Finding, Operation
from src.modules.research.domain.technical.bars_in_use import BarsInUse, price_unit
from src.modules.research.domain.technical.trend import atr

SPAN = 5
MOST_LEVELS = 3
_GROUP_ATRS = 0.5


@dataclass(frozen=True, slots=True)
class Levels:
    """Nearest first; one absent finding where there is none."""

    supports: tuple[Finding, ...]
    resistances: tuple[Finding, ...]


def levels(bars: BarsInUse) -> Levels:
    close, width = float(bars.columns.close[-1]), _GROUP_ATRS * float(atr(bars.columns)[-1])
    groups = list(_groups(sorted(_turns(bars), key=lambda turn: turn.value), width))
    below = [group for group in groups if _price(group) < close]
    above = [group for group in groups if _price(group) > close]
    return Levels(_named("support", below[::-1], "below"), _named("resistance", above, "above"))


def turning_highs(values: Floats, span: int = SPAN) -> list[int]:
    """Places whose value is above the `span` before and not below the `span` after."""
    if len(values) <= 2 * span:
        return []
    windows = np.lib.stride_tricks.sliding_window_view(values, 2 * span + 1)
    middle = windows[:, span]
    turns = (middle > windows[:, :span].max(axis=1)) & (middle >= windows[:, span + 1 :].max(axis=1))
    return [int(place) + span for place in np.flatnonzero(turns)]


def _turns(bars: BarsInUse) -> Iterator[Figure]:
    unit = price_unit(bars.series.symbol)
    for column, sign in (("high", 1.0), ("low", -1.0)):
        values = getattr(bars.columns, column)
        for place in turning_highs(sign * values):
            key, value = f"turn@{bars.day(place)}", float(values[place])
            yield bars.figure(key, value, unit, Operation.IDENTITY, bars=1, last=place, column=column)


def _groups(turns: list[Figure], width: float) -> Iterator[list[Figure]]:
    group: list[Figure] = []
    for turn in turns:
        if group and float(turn.value) - float(group[0].value) > width:
            yield group
            group = []
        group.append(turn)
    if group:
        yield group


def _price(group: list[Figure]) -> float:
    return sum(float(turn.value) for turn in group) / len(group)


def _named(name: str, groups: list[list[Figure]], side: str) -> tuple[Finding, ...]:
    if not groups:
        return (Absent(f"{name}_1", f"The price has not turned {side} its close within the last 365 days."),)
    return tuple(_level(f"{name}_{place}", group) for place, group in enumerate(groups[:MOST_LEVELS], start=1))


def _level(key: str, group: list[Figure]) -> Finding:
    return combined(key, Operation.MEAN, group, period=max(turn.period for turn in group))
