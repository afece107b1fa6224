"""Everything the technical analyst knows: indicators, levels, candles and gaps, each bound to its bars."""

from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.symbols import Market, Symbol
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.technical.bars_in_use import DAYS, BarsInUse, bars_in_use, only, price_unit, traded
from src.modules.research.domain.technical.formulas import FORMULAS, PRICE, SHARES, Formula
from src.modules.research.domain.technical.levels import Levels, levels
from src.modules.research.domain.technical.signs import (
    CandleSign,
    PriceGap,
    candle_mark,
    candle_signs,
    gap_size,
    price_gaps,
)

_STOCKS = (Market.CN_STOCKS, Market.US_STOCKS)


@dataclass(frozen=True, slots=True)
class TechnicalFigures:
    """`figures` also holds the levels, candles and gaps. `last_day` may lie well before the analysis: then the share
    did not trade. `left_out`: bars of the year that could not be used."""

    symbol: Symbol
    last_day: date
    bars: int
    left_out: int
    figures: Findings
    levels: Levels
    candles: tuple[CandleSign, ...]
    gaps: tuple[PriceGap, ...]


def technical_figures(series: BarSeries, as_of: datetime) -> TechnicalFigures:
    """Split-adjusted daily bars; only those of the 365 days before `as_of` that were known by then are read.
    Raises `TooFewBars` below 30."""
    bars = bars_in_use(series, as_of)
    found, signs, gaps = levels(bars), candle_signs(bars), price_gaps(bars)
    close = float(bars.columns.close[-1])
    findings: list[Finding] = [
        bars.figure("close", close, price_unit(series.symbol), Operation.IDENTITY, bars=1, column="close"),
        *(_finding(formula, bars) for formula in FORMULAS),
        *found.supports,
        *found.resistances,
        *(sign.figure for sign in signs),
        *(gap.figure for gap in gaps),
    ]
    return TechnicalFigures(
        symbol=series.symbol,
        last_day=date.fromisoformat(bars.day(-1)),
        bars=len(bars),
        left_out=bars.left_out,
        figures={finding.key: finding for finding in findings},
        levels=found,
        candles=signs,
        gaps=gaps,
    )


def _finding(formula: Formula, bars: BarsInUse) -> Finding:
    if formula.needs_year and not bars.whole_year:
        return AbsentFigure(formula.key, f"{formula.key} needs bars of {DAYS} days, the first is of {bars.day(0)}.")
    if len(bars) < formula.needs:
        return AbsentFigure(formula.key, f"{formula.key.upper()} needs {formula.needs} bars, {len(bars)} are there.")
    window = formula.window or len(bars)
    value = formula.kernel(bars.columns[-window:])
    if not np.isfinite(value):
        return AbsentFigure(formula.key, f"{formula.key} has no value: {formula.undefined}.")
    return bars.figure(formula.key, value, unit_of(formula, bars.series.symbol), formula.operation, bars=window)


def unit_of(formula: Formula, symbol: Symbol) -> str:
    if formula.unit == PRICE:
        return price_unit(symbol)
    return "plain" if formula.unit == SHARES and symbol.market not in _STOCKS else formula.unit


_KERNELS = {formula.key: formula.kernel for formula in FORMULAS}


class CitedBars:
    """Bars by the ids under which they are cited; adjusted as they were when the figures were made."""

    def __init__(self, series: BarSeries) -> None:
        self._series = series
        self._places = {row: place for place, row in enumerate(series.row_ids())}

    def window(self, figure: ResearchFigure) -> BarColumns | None:
        """The bars from the first to the last that is cited, if there are as many as the figure says."""
        first, last = self._places.get(figure.rows[0]), self._places.get(figure.rows[-1])
        if first is None or last is None:
            return None
        chosen = np.zeros(len(self._series), dtype=np.bool_)
        chosen[first : last + 1] = traded(self._series.columns[first : last + 1])
        window = only(self._series, chosen).columns
        return window if len(window) == max(1, figure.count) else None


def value_from_bars(figure: ResearchFigure, bars: CitedBars) -> float | None:
    """None where the cited bars are not all there or the figure is none of bars."""
    window = bars.window(figure)
    if window is None:
        return None
    if figure.operation is Operation.IDENTITY:
        return float(getattr(window, figure.column)[-1])
    if figure.operation is Operation.CANDLE:
        return candle_mark(window, figure.key.removeprefix("candle_"))
    if figure.operation is Operation.GAP:
        return gap_size(window)
    kernel = _KERNELS.get(figure.key)
    return None if kernel is None else kernel(window)
