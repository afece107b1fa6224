"""The bars of one instrument, each as steps from the close before it: what every world is fitted to, and why no world
can be made of a market or no path drawn from a world.

All steps are logarithms. A dividend is folded into the bar of its ex-date, as if it had been left in the price, so that
paths need none. The limits of a bar travel with it.
"""

from dataclasses import dataclass

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import Floats


class OneInstrumentOnly(Invalid):
    """A world is fitted to one instrument at a time."""


class ReportsNotDrawn(Invalid):
    """Rules on reports, which moved the prices of their days and have nothing to do with invented ones."""


class TooFewWorldBars(Invalid):
    """There is too little to learn from."""

    code = "too_few_bars"


class BrokenBars(Invalid):
    """Prices that no market shows: missing, not above zero, or a close outside of its bar."""


class PricesStandStill(Invalid):
    """Nothing ever moved, so there is nothing to draw from."""


class HorizonTooLong(Invalid):
    """Paths cannot be longer than the data that tells their dates."""


class BadDraw(Invalid):
    """A seed, a number of paths or a length that cannot be drawn."""


_ROUNDING = 1e-9
PRICES = ("open", "high", "low", "close")


@dataclass(frozen=True, slots=True, eq=False)
class MoveLimits:
    """The lowest and the highest price that a bar may show, as multiples of the close before it."""

    lower: Floats
    upper: Floats


@dataclass(frozen=True, slots=True, eq=False)
class ObservedBars:
    """One value for every bar but the first, which is kept apart: every path begins with it."""

    first: tuple[float, float, float, float]  # open, high, low, close
    first_limits: tuple[float, float] | None
    returns: Floats  # from close to close
    gap: Floats  # from the close before to the open
    above: Floats  # from the higher one of open and close up to the high
    below: Floats  # from the lower one of open and close down to the low
    limits: MoveLimits | None
    bars_per_year: float

    def __len__(self) -> int:
        return len(self.returns)


def observed_bars(panel: Panel, fewest: int) -> ObservedBars:
    """A named error for a market that nothing can be learnt from; `fewest` counts the first bar."""
    if len(panel.tickers) != 1:
        raise OneInstrumentOnly("stress.one_instrument_only", instruments=len(panel.tickers))
    if len(panel) < fewest:
        raise TooFewWorldBars("stress.too_few_bars_to_fit", bars=len(panel), fewest=fewest)
    prices = {name: getattr(panel, name)[0] for name in PRICES}
    check_prices(prices)
    dividend = np.zeros(len(panel)) if panel.dividend is None else np.nan_to_num(panel.dividend[0])
    before = prices["close"][:-1]
    opened, high, low, close = (np.log((prices[name] + dividend)[1:] / before) for name in PRICES)
    first = prices["open"][0], prices["high"][0], prices["low"][0], prices["close"][0]
    return ObservedBars(
        first=(float(first[0]), float(first[1]), float(first[2]), float(first[3])),
        first_limits=_first_limits(panel),
        returns=close,
        gap=opened,
        above=np.maximum(high - np.maximum(opened, close), 0.0),
        below=np.maximum(np.minimum(opened, close) - low, 0.0),
        limits=_limits(panel, dividend, before),
        bars_per_year=panel.bars_per_year,
    )


def check_prices(prices: dict[str, Floats]) -> None:
    """Of one instrument, by name; a named error for what no market shows."""
    together = np.array(list(prices.values()))
    if not np.isfinite(together).all():
        raise BrokenBars("stress.missing_prices")
    if not (together > 0).all():
        raise BrokenBars("stress.prices_not_positive")
    high, low = prices["high"] * (1 + _ROUNDING), prices["low"] * (1 - _ROUNDING)
    inside = (prices["open"] <= high) & (prices["close"] <= high) & (prices["open"] >= low) & (prices["close"] >= low)
    if not inside.all():
        raise BrokenBars("stress.prices_outside_range")
    if np.ptp(prices["close"]) == 0:
        raise PricesStandStill("stress.price_never_changed")


def _limits(panel: Panel, dividend: Floats, before: Floats) -> MoveLimits | None:
    if panel.lower_limit is None or panel.upper_limit is None:
        return None
    lower, upper = ((limit[0] + dividend)[1:] / before for limit in (panel.lower_limit, panel.upper_limit))
    return MoveLimits(lower, upper)


def _first_limits(panel: Panel) -> tuple[float, float] | None:
    if panel.lower_limit is None or panel.upper_limit is None:
        return None
    return float(panel.lower_limit[0, 0]), float(panel.upper_limit[0, 0])
