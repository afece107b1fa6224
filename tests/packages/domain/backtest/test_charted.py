"""Indicators for charts: read from a text, worked out causally, and put on the scale that they lie on."""

import numpy as np
import pytest

from packages.domain.backtest.charted import BadIndicatorText, charted, factor_in
from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.parameters import BadParameter, UnknownIndicator


def _series(bars: int) -> BarSeries:
    """Prices that walk, from a Monday on."""
    time = np.datetime64("2024-01-01", "us") + np.arange(bars) * np.timedelta64(1, "D")
    time = time[np.is_busday(time.astype("datetime64[D]"))]
    close = 100 + np.cumsum(np.random.default_rng(7).normal(size=len(time)))
    columns = BarColumns(time, close - 0.2, close + 1.0, close - 1.0, close, np.full(len(time), 1000.0), time)
    return BarSeries(parse_symbol("ZQA"), Timeframe.D1, "import", "splits", columns)


@pytest.mark.parametrize(
    ("text", "type_", "params", "timeframe"),
    [
        ("sma(period=5)", "sma", {"period": 5, "source": "close"}, None),
        (" ema ( period = 9 , source = open ) @ 1w", "ema", {"period": 9, "source": "open"}, Timeframe.W1),
        ("obv", "obv", {}, None),
        ("obv()", "obv", {}, None),
    ],
)
def test_a_text_names_an_indicator_with_its_parameters_and_defaults(
    text: str, type_: str, params: dict[str, object], timeframe: Timeframe | None
) -> None:
    factor = factor_in(text)
    assert (factor.type, dict(factor.params), factor.timeframe) == (type_, params, timeframe)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("sma(20)", BadIndicatorText),
        ("sma(period=20", BadIndicatorText),
        ("", BadIndicatorText),
        ("smaa", UnknownIndicator),
        ("sma(period=0)", BadParameter),
    ],
)
def test_a_text_that_names_none_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        factor_in(text)


def test_averages_lie_among_the_prices_and_oscillators_do_not() -> None:
    bars = _series(400)
    for text in ("sma", "ma_envelope", "parabolic_sar", "highest"):
        assert all(output.on_price for output in charted(factor_in(text), bars)), text
    for text in ("rsi", "macd", "atr", "obv", "volume_average"):
        assert not any(output.on_price for output in charted(factor_in(text), bars)), text
    bands = {output.name: output.on_price for output in charted(factor_in("bollinger"), bars)}
    assert bands == {"middle": True, "upper": True, "lower": True, "bandwidth": False, "percent_b": False}


@pytest.mark.parametrize("text", ["sma(period=10)", "macd", "ema(period=3)@1w"])
def test_a_value_does_not_change_when_later_bars_come(text: str) -> None:
    whole = _series(300)
    early = BarSeries(whole.symbol, whole.timeframe, whole.source, whole.adjusted, whole.columns[:150])
    for now, then in zip(charted(factor_in(text), whole), charted(factor_in(text), early), strict=True):
        np.testing.assert_array_equal(now.values[:150], then.values)


def test_a_weekly_value_is_seen_only_when_its_week_is_over() -> None:
    bars = _series(60)
    (weekly,) = charted(factor_in("price@1w"), bars)
    fridays = bars.columns.time.astype("datetime64[D]").astype(int) % 7 == 1  # 1970-01-01 was a Thursday
    assert np.isnan(weekly.values[: int(np.argmax(fridays))]).all()
    np.testing.assert_array_equal(weekly.values[fridays], bars.columns.close[fridays])


def test_nothing_is_worked_out_on_no_bars() -> None:
    (line,) = charted(factor_in("sma"), _series(0))
    assert (len(line.values), line.on_price) == (0, False)
