"""Each figure of a regime over its own stretch of the newest bars."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from packages.domain.market_data.regime import measures
from packages.domain.market_data.regime.model import FigureName, RegimeAbsence, RegimeFigure

YEAR = 252  # bars: a year of sessions for stocks; the same count for everything else
STEP = 5
_NAME = FigureName
Measured = float | RegimeAbsence


def figures_of(columns: BarColumns) -> tuple[RegimeFigure, ...]:
    """All figures, in the order of their names; `columns` holds what may be known and no more."""
    returns = measures.log_returns(columns.close)
    return tuple(figure for part in (_trend, _volatility, _reversion, _liquidity) for figure in part(columns, returns))


def bar_time(columns: BarColumns, place: int) -> datetime:
    """When the bar began, in UTC."""
    told: datetime = columns.time[place].astype("datetime64[us]").item()
    return told.replace(tzinfo=UTC)


def _figure(name: FigureName, columns: BarColumns, bars: int, measure: Callable[[], Measured]) -> RegimeFigure:
    there = min(bars, len(columns))
    told = measure() if there == bars else RegimeAbsence.TOO_FEW_BARS
    stretch = bars, bar_time(columns, -there), bar_time(columns, -1)
    return (
        RegimeFigure(name, None, *stretch, told)
        if isinstance(told, RegimeAbsence)
        else RegimeFigure(name, told, *stretch)
    )


def _trend(columns: BarColumns, returns: Floats) -> Iterator[RegimeFigure]:
    close = columns.close
    yield _figure(_NAME.RETURN_20, columns, 21, lambda: float(close[-1] / close[-21] - 1))
    yield _figure(_NAME.RETURN_60, columns, 61, lambda: float(close[-1] / close[-61] - 1))
    yield _figure(_NAME.ABOVE_AVERAGE_50, columns, 50, lambda: float(close[-1] / close[-50:].mean() - 1))
    yield _figure(_NAME.ABOVE_AVERAGE_200, columns, 200, lambda: float(close[-1] / close[-200:].mean() - 1))
    yield _figure(_NAME.EFFICIENCY_60, columns, 61, lambda: _moved(measures.efficiency(returns[-60:])))


def _volatility(columns: BarColumns, returns: Floats) -> Iterator[RegimeFigure]:
    high, low, close = columns.high, columns.low, columns.close
    yield _figure(
        _NAME.TRUE_RANGE_14, columns, 15, lambda: measures.true_range_share(high[-15:], low[-15:], close[-15:])
    )
    yield _figure(_NAME.VOLATILITY_20, columns, 21, lambda: float(returns[-20:].std(ddof=1)))
    yield _figure(_NAME.VOLATILITY_RANK, columns, YEAR + 20, lambda: _rank(returns[-(YEAR + 19) :]))
    yield _figure(_NAME.VOLATILITY_RATIO, columns, 121, lambda: _ratio(returns[-120:]))
    yield _figure(_NAME.VOLATILITY_MEMORY, columns, YEAR + 1, lambda: _moved(measures.memory(returns[-YEAR:])))


def _reversion(columns: BarColumns, returns: Floats) -> Iterator[RegimeFigure]:
    year = measures.variance_ratio(returns[-YEAR:], STEP) if len(returns) >= YEAR else None
    pull = measures.pull_back(returns[-120:]) if len(returns) >= 120 else None
    yield _figure(_NAME.VARIANCE_RATIO_5, columns, YEAR + 1, lambda: _moved(year[0] if year else None))
    yield _figure(_NAME.VARIANCE_RATIO_Z, columns, YEAR + 1, lambda: _moved(year[1] if year else None))
    yield _figure(_NAME.PULL_BACK_T, columns, 121, lambda: _moved(pull[1] if pull else None))
    yield _figure(_NAME.HALF_LIFE, columns, 121, lambda: _half_life(pull))


def _liquidity(columns: BarColumns, _returns: Floats) -> Iterator[RegimeFigure]:
    turnover, volume = (columns.close * columns.volume)[-20:], columns.volume[-60:]
    yield _figure(_NAME.TURNOVER_20, columns, 20, lambda: float(np.median(turnover)))
    yield _figure(_NAME.BARS_WITHOUT_VOLUME_60, columns, 60, lambda: float(np.mean(volume == 0)))


def _rank(returns: Floats) -> Measured:
    volatility = measures.rolling_volatility(returns, 20)
    return measures.rank_of_last(volatility) if volatility.max() > 0 else RegimeAbsence.NO_MOVEMENT


def _ratio(returns: Floats) -> Measured:
    usual = float(returns.std(ddof=1))
    return float(returns[-20:].std(ddof=1)) / usual if usual > 0 else RegimeAbsence.NO_MOVEMENT


def _moved(value: float | None) -> Measured:
    return RegimeAbsence.NO_MOVEMENT if value is None else value


def _half_life(pull: tuple[float, float] | None) -> Measured:
    if pull is None:
        return RegimeAbsence.NO_MOVEMENT
    life = measures.half_life(pull[0])
    return RegimeAbsence.NO_PULL_BACK if life is None else life
