"""Every kernel against TA-Lib, on real markets and on seeded walks."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
import talib

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.technical.candles import PATTERNS, candles
from src.modules.research.domain.technical.indicators import (
    adx,
    atr,
    bollinger,
    macd,
    on_balance_volume,
    rsi,
    simple_mean,
)
from tests.folding import each
from tests.src.modules.research.domain.builders import DATA, random_columns, real_columns

pytestmark = pytest.mark.slow

REAL = sorted(path.name for path in DATA.glob("*.csv")) if DATA.is_dir() else []
MARKETS = [*REAL, *(f"walk {seed}" for seed in range(6))]


@cache
def bars_of(market: str) -> BarColumns:
    return random_columns(int(market.split()[1]), 400) if market.startswith("walk") else real_columns(market)


def agree(ours: Sequence[Floats], theirs: Sequence[Floats]) -> None:
    for mine, reference in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(np.isnan(mine), np.isnan(reference))
        np.testing.assert_allclose(mine, reference, rtol=1e-9, atol=1e-9)


Pair = tuple[Callable[[BarColumns], Sequence[Floats]], Callable[[BarColumns], Sequence[Floats]]]
KERNELS: dict[str, Pair] = {
    **{
        f"ma{length}": (
            lambda b, n=length: [simple_mean(b.close, n)],  # type: ignore[misc]
            lambda b, n=length: [talib.SMA(b.close, n)],  # type: ignore[misc]
        )
        for length in (5, 10, 20, 60, 120, 200)
    },
    "rsi14": (lambda b: [rsi(b.close)], lambda b: [talib.RSI(b.close, 14)]),
    "macd": (lambda b: macd(b.close)[1:], lambda b: talib.MACD(b.close, 12, 26, 9)[1:]),
    "adx14": (lambda b: [adx(b).adx], lambda b: [talib.ADX(b.high, b.low, b.close, 14)]),
    "plus_di14": (lambda b: [adx(b).plus], lambda b: [talib.PLUS_DI(b.high, b.low, b.close, 14)]),
    "minus_di14": (lambda b: [adx(b).minus], lambda b: [talib.MINUS_DI(b.high, b.low, b.close, 14)]),
    "atr14": (lambda b: [atr(b)], lambda b: [talib.ATR(b.high, b.low, b.close, 14)]),
    "bollinger": (lambda b: bollinger(b.close), lambda b: talib.BBANDS(b.close, 20, 2, 2)),
    "obv": (lambda b: [on_balance_volume(b)], lambda b: [talib.OBV(b.close, b.volume)]),
}
CANDLES = {
    "doji": talib.CDLDOJI,
    "hammer": talib.CDLHAMMER,
    "shooting_star": talib.CDLSHOOTINGSTAR,
    "engulfing": talib.CDLENGULFING,
    "piercing": talib.CDLPIERCING,
    "dark_cloud_cover": talib.CDLDARKCLOUDCOVER,
    "morning_star": talib.CDLMORNINGSTAR,
    "evening_star": talib.CDLEVENINGSTAR,
    "three_white_soldiers": talib.CDL3WHITESOLDIERS,
    "three_black_crows": talib.CDL3BLACKCROWS,
}


@each("market", MARKETS)
@each("kernel", KERNELS)
def test_a_kernel_agrees_with_talib_on_every_bar(kernel: str, market: str) -> None:
    bars = bars_of(market)
    ours, theirs = KERNELS[kernel]
    agree(ours(bars), theirs(bars))


@pytest.mark.parametrize("market", MARKETS)
def test_the_macd_line_agrees_with_talib_wherever_talib_tells_it(market: str) -> None:
    bars = bars_of(market)
    line, told = macd(bars.close).line, talib.MACD(bars.close, 12, 26, 9)[0]
    np.testing.assert_allclose(line[~np.isnan(told)], told[~np.isnan(told)], rtol=1e-9, atol=1e-9)


@each("market", MARKETS)
@each("pattern", CANDLES)
def test_a_candle_pattern_is_found_exactly_where_talib_finds_it(pattern: str, market: str) -> None:
    bars = bars_of(market)
    told = np.sign(CANDLES[pattern](bars.open, bars.high, bars.low, bars.close))
    np.testing.assert_array_equal(PATTERNS[pattern][0](candles(bars)), told)


def test_every_pattern_is_compared_with_talib() -> None:
    assert set(CANDLES) == set(PATTERNS)


@pytest.mark.skipif(not REAL, reason="../shared/data is not beside the checkout")
def test_the_real_markets_show_every_pattern_at_least_once() -> None:
    found = {name for name in PATTERNS for file in REAL if PATTERNS[name][0](candles(bars_of(file))).any()}
    assert found == set(PATTERNS)
