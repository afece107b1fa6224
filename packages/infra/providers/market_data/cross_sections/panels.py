"""One day, a panel, and the days of every series, put together from the blocks and from files that are read apart."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, instant
from packages.domain.market_data.cross_sections import BarField, CrossSection, MarketPanel, StopCheck, TradedDays
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.bars.parts import VALUES
from packages.infra.providers.market_data.cross_sections.blocks import Words
from packages.infra.providers.market_data.cross_sections.own_files import OwnFiles
from packages.infra.providers.market_data.cross_sections.snapshot import DaySnapshot, Mask
from packages.infra.providers.market_data.cross_sections.window import DayWindow, Floats, Piece, as_slice, open_window

_NUMBER = {BarField(name): number for number, name in enumerate(VALUES)}
_OF_TURNOVER = (BarField.CLOSE, BarField.VOLUME)


@dataclass(frozen=True, slots=True)
class Asked:
    """Days in [first, last], counted from 1970; `symbols` None: all."""

    as_of: datetime
    first: int
    last: int
    symbols: tuple[Symbol, ...] | None
    stop: StopCheck

    @property
    def at(self) -> int:
        return int(instant(self.as_of).astype(np.int64))


def _wanted(snapshot: DaySnapshot, apart: OwnFiles, asked: Asked) -> Mask:
    """The symbols that are read from the blocks."""
    only = None if asked.symbols is None else set(asked.symbols)
    return np.array([one not in apart.symbols and (only is None or one in only) for one in snapshot.symbols], bool)


def section_of(snapshot: DaySnapshot, apart: OwnFiles, asked: Asked) -> CrossSection:
    wanted = _wanted(snapshot, apart, asked)
    window = open_window(snapshot, asked.at, asked.first, asked.last, wanted, asked.stop)
    rows = [_row(piece, window.at) for piece in window.pieces if len(piece.days)]
    own = apart.read(asked.symbols, asked.first, asked.last)
    slots = np.concatenate([np.empty(0, np.int64), *(row[0] for row in rows)])
    symbols = [snapshot.symbols[place] for place in snapshot.symbol_of[slots].tolist()] + list(own)
    sources = [snapshot.source(slot) for slot in slots.tolist()] + [one.source for one in own.values()]
    order = sorted(range(len(symbols)), key=lambda place: symbols[place].text)
    of_own = [_as_row(series.columns) for series in own.values()]
    known_at = np.concatenate([np.empty(0, np.int64), *(row[1] for row in rows), *(row[0] for row in of_own)])[order]
    values = np.concatenate([np.empty((5, 0)), *(row[2] for row in rows), *(row[1] for row in of_own)], axis=1)[
        :, order
    ]
    time = np.full(len(order), asked.first).view("datetime64[D]").astype("datetime64[us]")
    return CrossSection(
        time[0].astype("datetime64[D]").item() if len(time) else np.datetime64(asked.first, "D").item(),
        asked.as_of,
        tuple(symbols[place] for place in order),
        tuple(sources[place] for place in order),
        BarColumns(time, values[0], values[1], values[2], values[3], values[4], known_at.view("datetime64[us]")),
        apart.unreadable,
    )


def _row(piece: Piece, at: int) -> tuple[Words, Words, Floats]:
    """Of a window of one day: the slots that have a bar, when it was known, and its values, corrections included."""
    slots = np.flatnonzero(piece.known[0])
    known_at, values = piece.block.known_at[piece.first, slots], piece.block.planes[:, piece.first, slots]
    row, slot, later = piece.block.corrected
    here = np.flatnonzero((row == piece.first) & (later <= at))
    here = here[piece.known[0][slot[here]]]
    if len(here):
        places = np.searchsorted(slots, slot[here])
        known_at[places], values[:, places] = later[here], piece.block.corrections[:, here]
    return piece.base + slots, known_at, values


def _as_row(columns: BarColumns) -> tuple[Words, Floats]:
    return columns.known_at.view(np.int64), np.stack([getattr(columns, name) for name in VALUES])


def panel_of(snapshot: DaySnapshot, apart: OwnFiles, asked: Asked, fields: Sequence[BarField]) -> MarketPanel:
    wanted = _wanted(snapshot, apart, asked)
    window = open_window(snapshot, asked.at, asked.first, asked.last, wanted, asked.stop)
    own = apart.read(asked.symbols, asked.first, asked.last)
    symbols = asked.symbols if asked.symbols is not None else _found(window, own)
    own_days = [_days(series) for series in own.values()]
    days = np.unique(np.concatenate([window.days(), *own_days]))
    planes, present = _filled(window, own, symbols, days, fields, asked.stop)
    if not (is_used := present.any(axis=1)).all():
        planes, present = {name: plane.T[:, is_used].T for name, plane in planes.items()}, present[is_used]
        days = days[is_used]
    first, last = _spans(snapshot, apart, asked, symbols)
    return MarketPanel(asked.as_of, days.view("datetime64[D]"), symbols, planes, present, first, last, apart.unreadable)


def _found(window: DayWindow, own: dict[Symbol, BarSeries]) -> tuple[Symbol, ...]:
    known = window.snapshot
    read = [known.symbols[place] for place in np.unique(known.symbol_of[window.primary]).tolist()]
    return tuple(sorted((*read, *own), key=str))


def _filled(
    window: DayWindow,
    own: dict[Symbol, BarSeries],
    symbols: Sequence[Symbol],
    days: Words,
    fields: Sequence[BarField],
    stop: StopCheck,
) -> tuple[dict[BarField, Floats], Mask]:
    shape = (len(symbols), len(days))  # so that the column of a symbol lies in one piece
    needed = {*fields, *_OF_TURNOVER} if BarField.TURNOVER in fields else {*fields}
    planes = {name: np.full(shape, np.nan).T for name in BarField if name in needed and name in _NUMBER}
    present = np.zeros(shape, bool).T
    column = {symbol: number for number, symbol in enumerate(symbols)}
    columns = window.columns(np.array([column.get(symbol, -1) for symbol in window.snapshot.symbols], np.int64))
    window.fill({_NUMBER[name]: plane for name, plane in planes.items()}, present, days, columns, stop)
    for symbol, series in own.items():
        rows = np.searchsorted(days, _days(series))
        present[rows, column[symbol]] = True
        for name, plane in planes.items():
            plane[rows, column[symbol]] = getattr(series.columns, name)
    if BarField.TURNOVER in fields:
        stop()
        planes[BarField.TURNOVER] = planes[BarField.CLOSE] * planes[BarField.VOLUME]
    return {name: planes[name] for name in fields}, present


def _spans(
    snapshot: DaySnapshot, apart: OwnFiles, asked: Asked, symbols: Sequence[Symbol]
) -> tuple[np.ndarray, np.ndarray]:
    """When each symbol was first and last traded, as known then."""
    known = dict(
        zip(snapshot.symbols, zip(*(days.tolist() for days in snapshot.traded(asked.at)), strict=True), strict=True)
    )
    for symbol in apart.symbols:
        known.pop(symbol, None)
    for symbol, series in apart.read(symbols, None, None).items():
        known[symbol] = int(_days(series)[0]), int(_days(series)[-1])
    nothing = (-1, -1)
    found = np.array([known.get(symbol, nothing) for symbol in symbols], np.int64).reshape(-1, 2).T
    first, last = (np.where(days < 0, np.iinfo(np.int64).min, days).view("datetime64[D]") for days in found)
    return first, last


def _days(series: BarSeries) -> Words:
    return series.columns.time.astype("datetime64[D]").astype(np.int64)


def traded_days_of(snapshot: DaySnapshot, apart: OwnFiles, asked: Asked) -> list[TradedDays]:
    """By market. A series counts as it is, whatever other sources have."""
    wanted = _wanted(snapshot, apart, asked)
    heard = np.where(snapshot.adjusted, snapshot.reach[3], snapshot.reach[2]) <= asked.at
    heard &= np.append(wanted, False)[snapshot.symbol_of]
    found = []
    for market in sorted({symbol.market for symbol in snapshot.symbols}):
        slots = [
            slot
            for slot in np.flatnonzero(heard).tolist()
            if snapshot.symbols[snapshot.symbol_of[slot]].market is market
        ]
        found.append(_of_slots(snapshot, slots, asked))
    own: dict[str, list[tuple[Symbol, str, Words]]] = defaultdict(list)
    for (symbol, source), series in apart.read_sources().items():
        own[symbol.market].append((symbol, source, _days(series)))
    return [one for one in found if one.series] + [_of_files(some) for some in own.values()]


def _of_slots(snapshot: DaySnapshot, slots: list[int], asked: Asked) -> TradedDays:
    place = np.full(len(snapshot.series), -1)
    place[slots] = np.arange(len(slots))
    pieces = []
    for group in snapshot.groups:
        mine = np.flatnonzero(place[group.base : group.base + group.size] >= 0)
        for name in group.blocks.values() if len(mine) else ():
            asked.stop()
            block = snapshot.block(name)
            here = mine[mine < block.known_at.shape[1]]
            pieces.append((block.days, place[group.base + here], (block.known_at <= asked.at)[:, here]))
    days = np.unique(np.concatenate([np.empty(0, np.int64), *(piece[0] for piece in pieces)]))
    present = np.zeros((len(days), len(slots)), bool)
    for at, columns, known in pieces:
        rows, places = as_slice(np.searchsorted(days, at)), as_slice(columns)
        if isinstance(rows, np.ndarray) and isinstance(places, np.ndarray):
            rows = rows[:, None]
        present[rows, places] = known
    series = tuple((snapshot.symbols[snapshot.symbol_of[slot]], snapshot.source(slot)) for slot in slots)
    return TradedDays(days.view("datetime64[D]"), series, present)


def _of_files(some: list[tuple[Symbol, str, Words]]) -> TradedDays:
    days = np.unique(np.concatenate([each for _, _, each in some]))
    present = np.zeros((len(days), len(some)), bool)
    for column, (_, _, mine) in enumerate(some):
        present[np.searchsorted(days, mine), column] = True
    return TradedDays(days.view("datetime64[D]"), tuple((symbol, source) for symbol, source, _ in some), present)
