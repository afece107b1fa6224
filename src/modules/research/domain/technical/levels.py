"""Supports and resistances, at which the market turned before, and how much room they leave the price."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from packages.domain.market_data.bars import Floats
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, divided
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.technical.bars_in_use import BarsInUse, price_unit
from src.modules.research.domain.technical.indicators import atr

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


def _turns(bars: BarsInUse) -> Iterator[ResearchFigure]:
    unit = price_unit(bars.series.symbol)
    for column, sign in (("high", 1.0), ("low", -1.0)):
        values = getattr(bars.columns, column)
        for place in turning_highs(sign * values):
            key, value = f"turn@{bars.day(place)}", float(values[place])
            yield bars.figure(key, value, unit, Operation.IDENTITY, bars=1, last=place, column=column)


def _groups(turns: list[ResearchFigure], width: float) -> Iterator[list[ResearchFigure]]:
    group: list[ResearchFigure] = []
    for turn in turns:
        if group and float(turn.value) - float(group[0].value) > width:
            yield group
            group = []
        group.append(turn)
    if group:
        yield group


def _price(group: list[ResearchFigure]) -> float:
    return sum(float(turn.value) for turn in group) / len(group)


def _named(name: str, groups: list[list[ResearchFigure]], side: str) -> tuple[Finding, ...]:
    if not groups:
        return (
            AbsentFigure(
                f"{name}_1",
                AbsenceReason(Absence.NO_TURN, f"The price has not turned {side} its close within the last 365 days."),
            ),
        )
    return tuple(_level(f"{name}_{place}", group) for place, group in enumerate(groups[:MOST_LEVELS], start=1))


def _level(key: str, group: list[ResearchFigure]) -> Finding:
    return combined(key, Operation.MEAN, group, period=max(turn.period for turn in group))


def risk_figures(findings: Findings) -> dict[str, Finding]:
    """`atr_share`, `support_distance` and `resistance_distance`, all of the day of the close."""
    return {finding.key: finding for finding in _risks(findings)}


def _risks(findings: Findings) -> Iterable[Finding]:
    close = findings["close"]
    day = close.period if isinstance(close, ResearchFigure) else None
    yield divided("atr_share", findings["atr14"], close, period=day)
    yield _apart("support_distance", Operation.SHORTFALL, findings["support_1"], close, day)
    yield _apart("resistance_distance", Operation.GROWTH, findings["resistance_1"], close, day)


def _apart(key: str, operation: Operation, level: Finding, close: Finding, day: str | None) -> Finding:
    """How far a level lies from the close, positive on its own side."""
    if isinstance(level, AbsentFigure):
        return AbsentFigure(key, level.why)
    return combined(key, operation, (level, close), unit="ratio", period=day)
