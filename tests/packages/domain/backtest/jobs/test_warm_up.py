"""A strategy sees enough bars before the first on which it may trade."""

from typing import Any

from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.strategy.build import build
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.packages.domain.backtest.asking import document


def _bars(**changes: Any) -> int:
    told: Any = document()
    told["factors"].update(changes)
    return warm_up_bars(build(told), CATALOGUE)


def test_the_slowest_factor_decides() -> None:
    assert _bars() > 4 * 19
    assert _bars(ema_20={"type": "ema", "params": {"period": 200}}) > 4 * 199


def test_a_weekly_factor_wants_five_days_for_each_of_its_bars() -> None:
    weekly = {"type": "ema", "params": {"period": 20}, "timeframe": "1w"}
    assert _bars(ema_20=weekly) > 4 * 19 * 4.8


def test_windows_inside_each_other_add_up_and_lags_too() -> None:
    told: Any = document()
    told["factors"] = {}
    close = {"cmp": {"left": {"ref": "close", "lag": 7}, "op": "gt", "right": {"ref": "open"}}}
    inside = {"within_bars": {"condition": close, "bars": 10}}
    told["trade"]["long"]["entry"]["condition"] = {"bars_since": {"condition": inside, "op": "lt", "bars": 30}}
    told["trade"]["long"]["exits"] = [{"type": "time_exit", "bars": 5}]
    assert warm_up_bars(build(told), CATALOGUE) == 7 + 10 + 30 + 1


def test_ranges_of_stops_and_the_volatility_of_sizes_want_bars_too() -> None:
    told: Any = document()
    told["factors"] = {}
    told["trade"]["long"]["entry"]["condition"] = {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 1}}
    told["trade"]["long"]["exits"] = [{"type": "stop_loss", "stop": {"kind": "atr_multiple", "value": 2, "period": 50}}]
    assert warm_up_bars(build(told), CATALOGUE) == 4 * 50 + 1
    told["trade"]["long"]["position_sizing"] = {"mode": "vol_target", "target": 0.1, "lookback": 60}
    assert warm_up_bars(build(told), CATALOGUE) == 4 * 61 + 1
