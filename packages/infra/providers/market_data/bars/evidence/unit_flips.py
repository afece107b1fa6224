"""Prices that become a hundredfold and later fall back, as where pence stand among pounds: two units in one file, and
never a split."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import numpy as np
import polars as pl

from packages.core.messages import Message, message
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.stretches import inside, refused

FLIPPED = "the prices are in another unit than those around them"
_PRICES = ("open", "high", "low", "close")
_LEAST, _MOST = 67.0, 150.0  # a hundredfold, with a move of a third either way
_HUNDRED = 100.0


@dataclass(frozen=True, slots=True)
class PriceLeap:
    """A bar that opens a hundred times above (`step` 1) or below (`step` -1) the close before it."""

    time: datetime
    line: int
    step: int


@dataclass(frozen=True, slots=True)
class FlippedStretch:
    """Bars of another unit, from `since` until before `until` (None: to the end); `factor` brings them to that of the
    others. `line` is the first of them."""

    since: datetime | None
    until: datetime | None
    factor: float
    line: int


def leaps_in(bars: pl.DataFrame) -> list[PriceLeap]:
    """`bars`: in the order of time, with `line`."""
    if bars.height < 2:
        return []
    change = bars["open"].to_numpy()[1:] / bars["close"].to_numpy()[:-1]
    if change.max() < _LEAST and change.min() > 1 / _LEAST:
        return []
    up, down = (change > _LEAST) & (change < _MOST), (change < 1 / _LEAST) & (change > 1 / _MOST)
    return [
        PriceLeap(bars["time"][place + 1], bars["line"][place + 1], 1 if up[place] else -1)
        for place in np.flatnonzero(up | down).tolist()
    ]


def flipped_stretches(
    leaps: Iterable[PriceLeap], first: datetime | None, last: datetime | None
) -> list[FlippedStretch]:
    """None where prices never come back: a single leap is no flip. The unit of most of the time is the right one."""
    found = sorted(leaps, key=lambda leap: leap.time)
    if first is None or last is None or len({leap.step for leap in found}) < 2:
        return []
    levels = [0, *np.cumsum([leap.step for leap in found]).tolist()]
    edges = [first, *(leap.time for leap in found), last]
    spans: dict[int, timedelta] = {}
    for level, since, until in zip(levels, edges, edges[1:], strict=False):
        spans[level] = spans.get(level, timedelta()) + (until - since)
    usual = max(spans, key=lambda level: spans[level])
    starts = [(None, 1), *((leap.time, leap.line) for leap in found)]
    ends = [*(leap.time for leap in found), None]
    return [
        FlippedStretch(since, until, _HUNDRED ** (usual - level), line)
        for level, (since, line), until in zip(levels, starts, ends, strict=True)
        if level != usual
    ]


def flip_guess(stretches: Sequence[FlippedStretch], asked: Answers) -> Guess | None:
    if not stretches:
        return None
    return asked.choose("price_flips", "scale", _why(stretches), ("scale", "leave_out", "keep"), asks=True)


def _why(stretches: Sequence[FlippedStretch]) -> Message:
    first = stretches[0]
    name = "price_flips" if len(stretches) == 1 else "price_flips_many"
    return message(f"market_data.import.{name}", line=first.line, count=len(stretches))


def edge_days(stretches: Iterable[FlippedStretch]) -> set[date]:
    """Days on which the unit changes, so that no split explains the price."""
    return {at.date() for one in stretches for at in (one.since, one.until) if at is not None}


def mended(bars: pl.DataFrame, stretches: Sequence[FlippedStretch], answer: str | None) -> pl.DataFrame:
    """As a person said of them: brought to the unit of the others, or refused by their lines."""
    prices = [name for name in (*_PRICES, "adjusted") if name in bars.columns]
    for one in stretches if answer in ("scale", "leave_out") else ():
        within = inside(one.since, one.until)
        if answer == "scale":
            scaled = (pl.col(prices) * one.factor).round(6)
            bars = bars.with_columns(pl.when(within).then(scaled).otherwise(pl.col(prices)))
        else:
            bars = refused(bars, within, FLIPPED)
    return bars


def without_two_units(bars: pl.DataFrame) -> pl.DataFrame:
    """A bar whose own prices are a hundredfold apart is refused: one of them is in another unit."""
    high, low = bars["high"].to_numpy(), bars["low"].to_numpy()
    if not bool((high > low * _LEAST).any()):
        return bars
    apart = (pl.col("high") > pl.col("low") * _LEAST) & (pl.col("high") < pl.col("low") * _MOST)
    return refused(bars, apart, FLIPPED)
