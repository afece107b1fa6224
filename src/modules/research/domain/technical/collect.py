"""Everything the technical analyst knows: indicators, levels, candles and gaps, each bound to its bars."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Floats
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.symbols import Symbol
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation
from src.modules.research.domain.technical.bars_in_use import DAYS, BarsInUse, bars_in_use, price_unit
from src.modules.research.domain.technical.candles import (
    CandleSign,
    PriceGap,
    candle_signs,
    price_gaps,
)
from src.modules.research.domain.technical.indicators import (
    Bands,
    adx,
    atr,
    bollinger,
    kdj,
    macd,
    obv_trend,
    on_balance_volume,
    rsi,
    simple_mean,
    volume_ratio,
    vwap,
)
from src.modules.research.domain.technical.levels import Levels, levels
from src.modules.research.domain.technical.timeframes import (
    mean_of_last,
    monthly_closes,
    rsi_of_last,
    weekly_closes,
)

Kernel: TypeAlias = Callable[[BarColumns], float]
PRICE, POINTS, PLAIN, RATIO, TIMES, SHARES = "price", "points", "plain", "ratio", "x", "shares"
_NO_VOLUME = "nothing was traded in its window, or the volume is not known"
_WEEKS = "it needs more weeks or months of bars"
_FLAT = "the price did not move in its window"


@dataclass(frozen=True, slots=True)
class Formula:
    """`window` None: all bars, because each value goes back to the first. `undefined`: when there is no value."""

    key: str
    operation: Operation
    unit: str
    needs: int
    window: int | None
    kernel: Kernel
    undefined: str = _FLAT
    needs_year: bool = False


def _formulas() -> Iterator[Formula]:
    for length in (5, 10, 20, 60, 120, 200):
        yield Formula(f"ma{length}", Operation.SMA, PRICE, length, length, _mean_of(length))
    yield Formula("rsi14", Operation.RSI, POINTS, 15, None, lambda bars: _last(rsi(bars.close)))
    yield Formula("macd_line", Operation.MACD, PRICE, 34, None, lambda bars: _last(macd(bars.close).line))
    yield Formula("macd_signal", Operation.MACD, PRICE, 34, None, lambda bars: _last(macd(bars.close).signal))
    yield Formula("macd_histogram", Operation.MACD, PRICE, 34, None, lambda bars: _last(macd(bars.close).histogram))
    yield Formula("kdj_k", Operation.KDJ, POINTS, 9, None, lambda bars: _last(kdj(bars).k))
    yield Formula("kdj_d", Operation.KDJ, POINTS, 9, None, lambda bars: _last(kdj(bars).d))
    yield Formula("kdj_j", Operation.KDJ, POINTS, 9, None, lambda bars: _last(kdj(bars).j))
    yield Formula("adx14", Operation.ADX, POINTS, 28, None, lambda bars: _last(adx(bars).adx))
    yield Formula("plus_di14", Operation.ADX, POINTS, 15, None, lambda bars: _last(adx(bars).plus))
    yield Formula("minus_di14", Operation.ADX, POINTS, 15, None, lambda bars: _last(adx(bars).minus))
    yield Formula("atr14", Operation.ATR, PRICE, 15, None, lambda bars: _last(atr(bars)))
    yield Formula("bollinger_upper", Operation.BOLLINGER, PRICE, 20, 20, lambda b: _last(bollinger(b.close).upper))
    yield Formula("bollinger_middle", Operation.BOLLINGER, PRICE, 20, 20, lambda b: _last(bollinger(b.close).middle))
    yield Formula("bollinger_lower", Operation.BOLLINGER, PRICE, 20, 20, lambda b: _last(bollinger(b.close).lower))
    yield Formula("bollinger_percent_b", Operation.BOLLINGER, RATIO, 20, 20, _place_in_bands)
    yield Formula("vwap20", Operation.VWAP, PRICE, 20, 20, lambda bars: _last(vwap(bars)), _NO_VOLUME)
    yield Formula("volume_ratio", Operation.VOLUME_RATIO, TIMES, 6, 6, _volume_ratio, _NO_VOLUME)
    yield Formula("obv", Operation.OBV, SHARES, 1, None, _balance, _NO_VOLUME)
    yield Formula("obv_trend", Operation.OBV_TREND, PLAIN, 20, 20, obv_trend, _NO_VOLUME)
    yield Formula("return_20d", Operation.RETURN, RATIO, 21, 21, _return)
    yield Formula("return_60d", Operation.RETURN, RATIO, 61, 61, _return)
    for length in (10, 30):
        yield Formula(f"week_ma{length}", Operation.SMA, PRICE, 5 * length, None, _weekly_mean(length), _WEEKS)
    yield Formula("week_rsi14", Operation.RSI, POINTS, 75, None, lambda b: rsi_of_last(weekly_closes(b)), _WEEKS)
    yield Formula("month_ma10", Operation.SMA, PRICE, 190, None, lambda b: mean_of_last(monthly_closes(b), 10), _WEEKS)
    yield Formula("high_52w", Operation.HIGHEST, PRICE, 1, None, lambda b: float(b.high.max()), needs_year=True)
    yield Formula("low_52w", Operation.LOWEST, PRICE, 1, None, lambda b: float(b.low.min()), needs_year=True)
    yield Formula("from_high_52w", Operation.HIGHEST, RATIO, 1, None, _from_high, needs_year=True)
    yield Formula("from_low_52w", Operation.LOWEST, RATIO, 1, None, _from_low, needs_year=True)


def _last(values: Floats) -> float:
    return float(values[-1])


def _mean_of(length: int) -> Kernel:
    return lambda bars: _last(simple_mean(bars.close, length))


def _weekly_mean(length: int) -> Kernel:
    return lambda bars: mean_of_last(weekly_closes(bars), length)


def _place_in_bands(bars: BarColumns) -> float:
    """0 on the lower band, 1 on the upper one."""
    bands: Bands = bollinger(bars.close)
    width = _last(bands.upper) - _last(bands.lower)
    return (_last(bars.close) - _last(bands.lower)) / width if width > 0 else float("nan")


def _volume_ratio(bars: BarColumns) -> float:
    return _last(volume_ratio(bars.volume))


def _balance(bars: BarColumns) -> float:
    return _last(on_balance_volume(bars)) if np.any(bars.volume > 0) else float("nan")


def _return(bars: BarColumns) -> float:
    return _last(bars.close) / float(bars.close[0]) - 1.0


def _from_high(bars: BarColumns) -> float:
    return _last(bars.close) / float(bars.high.max()) - 1.0


def _from_low(bars: BarColumns) -> float:
    return _last(bars.close) / float(bars.low.min()) - 1.0


FORMULAS: tuple[Formula, ...] = tuple(_formulas())


@dataclass(frozen=True, slots=True)
class TechnicalFigures:
    """`figures` also holds the levels, candles and gaps. `last_day` may lie well before the analysis: then the share
    did not trade. `left_out`: bars of the year that could not be used. `hole`: what is missing before the first of
    those in use."""

    symbol: Symbol
    last_day: date
    bars: int
    left_out: int
    figures: Findings
    levels: Levels
    candles: tuple[CandleSign, ...]
    gaps: tuple[PriceGap, ...]
    hole: Gap | None = None


def technical_figures(series: BarSeries, as_of: datetime, holes: Sequence[Gap] = ()) -> TechnicalFigures:
    """Split-adjusted daily bars; only those of the 365 days before `as_of` that were known by then are read, and of
    those only what lies behind the last of the `holes`. Raises `TooFewBars` below 30."""
    bars = bars_in_use(series, as_of, holes)
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
        hole=bars.hole,
    )


def _finding(formula: Formula, bars: BarsInUse) -> Finding:
    if formula.needs_year and not bars.whole_year:
        sentence = f"{formula.key} needs bars of {DAYS} days, the first is of {bars.day(0)}"
        return AbsentFigure(formula.key, _too_few(bars, Absence.YEAR_NOT_COVERED, sentence))
    if len(bars) < formula.needs:
        sentence = f"{formula.key.upper()} needs {formula.needs} bars, {len(bars)} are there"
        return AbsentFigure(formula.key, _too_few(bars, Absence.TOO_FEW_BARS, sentence))
    window = formula.window or len(bars)
    value = formula.kernel(bars.columns[-window:])
    if not np.isfinite(value):
        sentence = f"{formula.key} has no value: {formula.undefined}"
        if formula.undefined is _WEEKS:
            return AbsentFigure(formula.key, _too_few(bars, Absence.TOO_FEW_BARS, sentence))
        return AbsentFigure(formula.key, AbsenceReason(Absence.NOTHING_MOVED, f"{sentence}."))
    return bars.figure(formula.key, value, unit_of(formula, bars.series.symbol), formula.operation, bars=window)


def _too_few(bars: BarsInUse, code: Absence, sentence: str) -> AbsenceReason:
    """With what made them so few: missing sessions in between, or days that are missing since."""
    if bars.hole:
        why = f"{sentence}, because {bars.hole.sessions} sessions are missing ({bars.hole})."
        return AbsenceReason(Absence.SESSIONS_MISSING, why, ends=(bars.hole.first, bars.hole.last))
    if bars.is_stale:
        why = f"{sentence}, because the days since {bars.day(-1)} are missing."
        return AbsenceReason(Absence.DAYS_SINCE_MISSING, why, ends=(date.fromisoformat(bars.day(-1)),))
    return AbsenceReason(code, f"{sentence}.")


def unit_of(formula: Formula, symbol: Symbol) -> str:
    if formula.unit == PRICE:
        return price_unit(symbol)
    return "plain" if formula.unit == SHARES and not symbol.market.is_stocks else formula.unit
