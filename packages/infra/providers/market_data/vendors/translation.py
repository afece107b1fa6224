"""What every adapter does to a vendor's answer: keep the bars that were asked for and are over, one action a day."""

import math
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Final

import numpy as np

from packages.core.messages import message
from packages.domain.market_data.bars import BarSeries, Floats, Instants, instant
from packages.domain.market_data.errors import BadRows, NoData, ProviderDown
from packages.domain.market_data.ports import BarRequest
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.sessions import bar_known_at, zone_of
from packages.domain.market_data.symbols import Symbol

# What reading an answer of an unexpected shape raises, whichever library reads it.
NONSENSE: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)


def finished_bars(
    request: BarRequest,
    source: str,
    now: datetime,
    times: Instants,
    prices: Floats,
    volume: Floats,
    known_at: Instants | None = None,
) -> BarSeries:
    """The bars of the stretch that were over at `now`; `prices` has the columns open, high, low, close. `known_at`
    is for a source whose bars end at another time than the market's; times are in order and each once."""
    times = times.astype("datetime64[us]")
    known = bar_known_at(request.symbol.market, request.timeframe, times) if known_at is None else known_at
    wanted = (known <= instant(now)) & (times >= instant(request.start)) & (times < instant(request.end))
    if not wanted.any():
        raise no_bars(request, source)
    open_, high, low, close = prices[wanted].T
    try:
        bars = assemble(
            request.symbol, request.timeframe, source,
            time=times[wanted], open_=open_, high=high, low=low, close=close, volume=volume[wanted],
        )  # fmt: skip
    except BadRows as bad:
        raise ProviderDown(bad.said) from bad
    return bars if known_at is None else replace(bars, columns=replace(bars.columns, known_at=known[wanted]))


def no_bars(request: BarRequest, source: str) -> NoData:
    stretch = message("market_data.from_to", start=request.start.date(), end=request.end.date())
    return NoData(
        "market_data.source_has_no_bars",
        source=source,
        timeframe=request.timeframe,
        symbol=request.symbol,
        stretch=stretch,
    )


def midnights(days: Iterable[date]) -> Instants:
    """Daily bars begin at midnight UTC of their session's date."""
    return np.array(list(days), dtype="datetime64[D]").astype("datetime64[us]")


def actions_in(
    request: BarRequest, source: str, changes: Iterable[tuple[date, ActionKind, Decimal]]
) -> tuple[CorporateAction, ...]:
    """The actions of the stretch in order of their days; dividends of one day add up, splits of one day multiply."""
    merged: dict[tuple[date, ActionKind], Decimal] = {}
    for ex_date, kind, value in changes:
        key = (ex_date, kind)
        if key in merged:
            value = merged[key] + value if kind is ActionKind.DIVIDEND else merged[key] * value
        merged[key] = value
    return tuple(
        _action(request.symbol, source, ex_date, kind, value)
        for (ex_date, kind), value in sorted(merged.items())
        if request.start.date() <= ex_date <= request.end.date() and _changes_something(kind, value)
    )


def _action(symbol: Symbol, source: str, ex_date: date, kind: ActionKind, value: Decimal) -> CorporateAction:
    # No source here says when an action was announced; by the morning of its day everybody knew it.
    morning = datetime.combine(ex_date, time(0), zone_of(symbol.market)).astimezone(UTC)
    return CorporateAction(source=source, known_at=morning, symbol=symbol, ex_date=ex_date, kind=kind, value=value)


def _changes_something(kind: ActionKind, value: Decimal) -> bool:
    return value > 0 and (kind is ActionKind.DIVIDEND or value != 1)


def decimal_of(number: float) -> Decimal | None:
    """The number as it is printed; None for what is not a number."""
    return Decimal(repr(float(number))) if math.isfinite(number) else None
