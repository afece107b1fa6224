"""The door to TA-Lib: its functions by their names and settings, and the means that the catalogue is built on."""

from functools import lru_cache
from typing import cast

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.talib_call import Call
from packages.domain.strategy.indicators.talib_library import Settings, library


def ta(function: str, *columns: Floats, **settings: float) -> Floats:
    """One column from a TA-Lib function by its name."""
    return np.asarray(call_of(function, tuple(settings.items()))(*columns)[0], np.float64)


def ta_columns(function: str, *columns: Floats, **settings: float) -> tuple[Floats, ...]:
    """The columns of a TA-Lib function that gives more than one."""
    return cast("tuple[Floats, ...]", call_of(function, tuple(settings.items()))(*columns))


@lru_cache(maxsize=4096)
def call_of(function: str, settings: Settings) -> Call:
    """The function with its settings chosen."""
    return library().call(function, settings)


def ema(values: Floats, n: int) -> Floats:
    """Seeded with the plain mean of the first `n` numbers; a single bar is its own mean."""
    return values.copy() if n == 1 else ta("EMA", values, timeperiod=n)


def sma(values: Floats, n: int) -> Floats:
    return values.copy() if n == 1 else ta("SMA", values, timeperiod=n)


def rma(values: Floats, n: int) -> Floats:
    """Wilder's mean: a share of 1 / n for each new value, seeded like `ema`."""
    return values.copy() if n == 1 else ta("RMA", values, timeperiod=n)


def ema_of_known(values: Floats, n: int) -> Floats:
    """The exponential mean of the numbers alone: a NaN is passed over instead of spoiling what follows."""
    known = np.isfinite(values)
    out = np.full(len(values), np.nan)
    if known.any():
        out[known] = ema(values[known], n)
    return out


def percent_rank(values: Floats, n: int) -> Floats:
    """How many of the `n` values before are below this one, in percent; an equal one counts by half."""
    below, above = (ta("PERCENTRANK", each, timeperiod=n) for each in (values, -values))
    return (100.0 + below - above) / 2.0
