"""A strategy of eight indicators with a stop, a trailing stop and a target beside raptorbt's, in one run.

    python -m benchmarks.eight_indicators     the peer from the environment that `make bench` installs

Both work out averages, RSI, MACD, stochastics, Bollinger bands, ADX and ATR from the same 2,520 bars, decide by the
same comparisons and give trades, equity and figures. raptorbt holds one stop, the trailing one; ours has both. Their
indicators begin in ways of their own, so trades are not compared. Best of many, and in processor time.
"""

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

BARS, RUNS = 2_520, 400
PEER = Path(__file__).parents[1] / ".venv" / "bench" / "raptorbt" / "bin" / "python"
STOP, TRAIL, TARGET, FEE = 0.05, 0.08, 0.10, 0.0001


def prices() -> dict[str, Any]:
    rng = np.random.Generator(np.random.PCG64(7))
    close = 100.0 * np.exp(np.cumsum(rng.standard_normal(BARS) * 0.012 + 0.0003))
    opened = np.concatenate(([100.0], close[:-1])) * np.exp(rng.standard_normal(BARS) * 0.003)
    reach = np.exp(np.abs(rng.standard_normal((2, BARS))) * 0.004)
    time_ = np.datetime64("2000-01-01", "us") + np.arange(BARS).astype("timedelta64[D]")
    high, low = np.maximum(opened, close) * reach[0], np.minimum(opened, close) / reach[1]
    return {"o": opened, "h": high, "l": low, "c": close, "v": np.ones(BARS), "ts": time_, "ppy": 252.0}


def main() -> None:
    if sys.argv[1:] == ["raptorbt"]:
        print(json.dumps(best_of(theirs(prices()))))
        return
    own = best_of(ours(prices()))
    print(f"ours: {own * 1e6:.0f} µs")
    if PEER.exists():
        command = [str(PEER), __file__, "raptorbt"]
        environment = {**os.environ, "RAPTORBT_NO_VERSION_CHECK": "1"}
        peer = float(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)
        own = min(own, best_of(ours(prices())))
        print(f"raptorbt: {peer * 1e6:.0f} µs, {peer / own:.2f} × our time of {own * 1e6:.0f} µs")


def best_of(run: Callable[[], object]) -> float:
    found = []
    for _ in range(RUNS):
        began = time.process_time()
        run()
        found.append(time.process_time() - began)
    return min(found)


def ours(data: dict[str, Any]) -> Callable[[], object]:
    from benchmarks.parley_engine import prepare
    from packages.domain.backtest.engine import backtest, compile_strategy
    from packages.domain.backtest.terms import Costs, Terms
    from packages.domain.strategy.indicators.catalogue import CATALOGUE
    from packages.domain.strategy.validate import Validator

    compiled = compile_strategy(Validator(CATALOGUE).document(document()).require(), CATALOGUE)
    arena, terms = prepare(data), Terms(costs=Costs(commission_rate=FEE))
    return lambda: backtest(compiled, arena, terms)


def document() -> dict[str, Any]:
    kinds = {"fast": ("ema", 10), "slow": ("sma", 30), "rsi": ("rsi", 14), "adx": ("adx", 14), "atr": ("atr", 14)}
    factors: dict[str, Any] = {name: {"type": kind, "params": {"period": n}} for name, (kind, n) in kinds.items()}
    factors |= {name: {"type": name} for name in ("macd", "stochastic", "bollinger")}
    entry = {
        "all": [
            {"cross": {"a": {"ref": "fast"}, "op": "cross_above", "b": {"ref": "slow"}}},
            _compared("rsi", "lt", 75),
            _compared("macd.histogram", "gt", -5),
            _compared("stochastic.k", "lt", 95),
            _compared("close", "lt", {"ref": "bollinger.upper"}),
            _compared("adx", "gt", 5),
            _compared("atr", "gt", 0),
        ]
    }
    leave = {"cross": {"a": {"ref": "fast"}, "op": "cross_below", "b": {"ref": "slow"}}}
    exits = [
        {"type": "signal_exit", "condition": leave},
        {"type": "stop_loss", "stop": {"kind": "pct", "value": STOP}},
        {"type": "trailing_stop", "stop": {"kind": "pct", "value": TRAIL}},
        {"type": "take_profit", "target": {"kind": "pct", "value": TARGET}},
    ]
    side = {"entry": {"condition": entry, "order": {"type": "market"}}, "exits": exits}
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Eight indicators"},
        "universe": {"market": "us_stocks", "tickers": ["DEMO5"]},
        "timeframe": "1d",
        "factors": factors,
        "trade": {"long": {**side, "position_sizing": {"mode": "pct_equity", "pct": 1}}},
    }


def _compared(left: str, op: str, right: object) -> dict[str, Any]:
    return {"cmp": {"left": {"ref": left}, "op": op, "right": right}}


def theirs(data: dict[str, Any]) -> Callable[[], object]:
    rb = importlib.import_module("raptorbt")  # of the other environment

    o, h, low, c, v = (data[name] for name in "ohlcv")
    moments = data["ts"].astype("int64")

    def run() -> object:
        fast, slow = rb.ema(c, 10), rb.sma(c, 30)
        up, down = np.zeros(len(c), bool), np.zeros(len(c), bool)
        np.logical_and(fast[1:] > slow[1:], fast[:-1] <= slow[:-1], out=up[1:])
        np.logical_and(fast[1:] < slow[1:], fast[:-1] >= slow[:-1], out=down[1:])
        up &= rb.rsi(c, 14) < 75
        up &= rb.macd(c)[2] > -5
        up &= rb.stochastic(h, low, c)[0] < 95
        up &= c < rb.bollinger_bands(c)[0]
        up &= (rb.adx(h, low, c, 14) > 5) & (rb.atr(h, low, c, 14) > 0)
        config = rb.BacktestConfig(initial_capital=100_000.0, fees=FEE, slippage=0.0, fill_timing="next_bar_open")
        config.set_trailing_stop(TRAIL)
        config.set_fixed_target(TARGET)
        result = rb.run_single_backtest(moments, o, h, low, c, v, up, down, 1, 1.0, "X", config)
        return result.equity_curve(), result.trades(), result.metrics

    return run


if __name__ == "__main__":
    main()
