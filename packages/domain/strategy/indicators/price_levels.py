"""Prices by themselves: combinations of a bar's four, changes from bar to bar, and levels of the bars before."""

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.defined import HL, HLC, OHLC, defined, full
from packages.domain.strategy.indicators.indicator import Outcome
from packages.domain.strategy.indicators.parameters import SOURCE, Chosen, period
from packages.domain.strategy.indicators.talib_library import ta, ta_columns
from packages.domain.strategy.indicators.volatility_estimates import log_returns
from packages.domain.strategy.indicators.windows import change, highest, lagged, lowest, ratio, streak

_LEVELS = ("pivot", "r1", "s1", "r2", "s2", "r3", "s3")
_CANDLE = ("close", "open", "high", "low")


def _pivots(bars: Bars, p: Chosen) -> Outcome:
    """Of the `period` bars before this one, which does not count."""
    high, low = lagged(highest(bars.high, p.whole()), 1), lagged(lowest(bars.low, p.whole()), 1)
    pivot = (high + low + lagged(bars.close, 1)) / 3.0
    return {
        "pivot": pivot,
        "r1": lambda: 2.0 * pivot - low,
        "s1": lambda: 2.0 * pivot - high,
        "r2": lambda: pivot + (high - low),
        "s2": lambda: pivot - (high - low),
        "r3": lambda: high + 2.0 * (pivot - low),
        "s3": lambda: low - 2.0 * (high - pivot),
    }


def _heikin_ashi(bars: Bars, p: Chosen) -> Outcome:
    columns = ta_columns("HA", bars.open, bars.high, bars.low, bars.close)
    return dict(zip(("open", "high", "low", "close"), columns, strict=True))


def _streak(bars: Bars, p: Chosen) -> Floats:
    moves = change(bars.source)
    return streak(moves > 0.0) - streak(moves < 0.0)


INDICATORS = (
    defined("price", (SOURCE,), (), 0, lambda b, p: b.source),
    defined("typical_price", (), HLC, 0, lambda b, p: ta("TYPPRICE", b.high, b.low, b.close)),
    defined("weighted_close", (), HLC, 0, lambda b, p: ta("WCLPRICE", b.high, b.low, b.close)),
    defined("midprice", (period(14),), HL, full, lambda b, p: ta("MIDPRICE", b.high, b.low, timeperiod=p.whole())),
    defined("log_return", (SOURCE,), (), 1, lambda b, p: log_returns(b.source)),
    defined(
        "gap_percent",
        (),
        ("open", "close"),
        1,
        lambda b, p: 100.0 * ratio(b.open - lagged(b.close, 1), lagged(b.close, 1)),
    ),
    defined("streak", (SOURCE,), (), 1, _streak),
    defined("pivot_points", (period(1, minimum=1),), HLC, lambda p: p.whole(), _pivots, _LEVELS),
    defined("heikin_ashi", (), OHLC, 0, _heikin_ashi, _CANDLE),
)
