"""A strategy that runs away: on five-minute bars that are made up, it is in again on every close on which it is out."""

from datetime import UTC, datetime

import numpy as np

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Document

TICKER = "DEMO8-USD"
BEGINS = datetime(2024, 3, 5, 12, tzinfo=UTC)
_BEFORE, _BARS = 288, 96


def falling(each_bar: float) -> BarSeries:
    """Steady for the day before, then falling by that fraction on every bar."""
    start = np.datetime64(BEGINS.replace(tzinfo=None), "us")
    time = start + np.arange(-_BEFORE, _BARS) * np.timedelta64(300, "s")
    close = 100.0 * (1.0 - each_bar) ** np.maximum(np.arange(-_BEFORE, _BARS) + 1, 0)
    open_ = np.concatenate(([100.0], close[:-1]))
    high, low = np.maximum(open_, close) * 1.0001, np.minimum(open_, close) * 0.9999
    volume = np.full(len(time), 1e6)
    return assemble(
        parse_symbol(TICKER),
        Timeframe.M5,
        "demo",
        time=time,
        open_=open_,
        high=high,
        low=low,
        close=close,
        volume=volume,
    )


def runaway(bars_held: int) -> Document:
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Runaway", "description": "Cannot stop by itself."},
        "universe": {"market": "crypto", "tickers": [TICKER]},
        "timeframe": "5m",
        "factors": {},
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}},
                    "order": {"type": "market"},
                },
                "exits": [{"type": "time_exit", "bars": bars_held}],
                "position_sizing": {"mode": "pct_equity", "pct": 0.9},
            },
        },
    }
