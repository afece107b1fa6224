"""Bars are checked and set on ticks in one pass of the kernel: by the same rules as bars that come in."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.market.price_limits import on_ticks, tradable
from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.quality import objections
from packages.domain.market_data.symbols import Market

ODD = st.sampled_from([np.nan, np.inf, 0.0, -1.0, 2e12, 1e17, 9.99, 10.004, 10.0000001])
NUMBER = st.one_of(st.just(10.0), st.just(10.0), st.floats(9, 11), ODD)


@st.composite
def columns(draw: st.DrawFn) -> BarColumns:
    bars = draw(st.integers(0, 6))
    days = draw(st.lists(st.integers(0, 40), min_size=bars, max_size=bars, unique=draw(st.booleans())))
    time = np.array(days if draw(st.booleans()) else sorted(days), dtype="datetime64[D]").astype("datetime64[us]")
    if bars and draw(st.integers(0, 9)) == 0:
        time[draw(st.integers(0, bars - 1))] = np.datetime64("NaT")
    prices = [np.array(draw(st.lists(NUMBER, min_size=bars, max_size=bars))) for _ in range(5)]
    return BarColumns(time, prices[0], prices[1], prices[2], prices[3], prices[4], time)


@given(bars=columns(), market=st.sampled_from([Market.CN_STOCKS, Market.US_STOCKS]))
def test_bars_are_refused_where_a_check_objects_to_one_and_nowhere_else(bars: BarColumns, market: Market) -> None:
    found = tradable(RULEBOOK[market], bars)
    bad = objections(bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume)
    assert (found is None) is bool(bad)


@given(cents=st.lists(st.floats(995, 1005), min_size=4, max_size=40))
def test_prices_are_set_on_ticks_and_the_range_of_a_bar_reaches_its_ends(cents: list[float]) -> None:
    prices = np.array(cents) / 100
    time = np.arange(len(cents)).astype("datetime64[D]").astype("datetime64[us]")
    wide = BarColumns(time, prices, prices * 1.001, prices * 0.999, prices[::-1].copy(), np.ones(len(cents)), time)
    high = np.maximum(wide.high, wide.close)
    bars = BarColumns(time, wide.open, high, np.minimum(wide.low, wide.close), wide.close, wide.volume, time)
    china = RULEBOOK[Market.CN_STOCKS]
    found = tradable(china, bars)
    assert found is not None
    on = {name: on_ticks(china, getattr(bars, name)) for name in ("open", "high", "low", "close")}
    assert (found.open == on["open"]).all()
    assert (found.close == on["close"]).all()
    assert (found.high == np.maximum(on["high"], np.maximum(on["open"], on["close"]))).all()
    assert (found.low == np.minimum(on["low"], np.minimum(on["open"], on["close"]))).all()
