"""Our engine as a plug-in of the shared benchmark: the public API, with the strategy compiled beforehand."""

from decimal import Decimal
from typing import Any

import numpy as np

from packages.domain.backtest.engine import Arena, Compiled, backtest, compile_strategy
from packages.domain.backtest.many import Paths, over_paths, sweep
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.backtest.variants import vary
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.infra.kernel.build import install_kernel

install_kernel()
META = {"label": "parley", "package": "parley", "licence": "ours", "notes": "the DSL engine through its public API"}
PERIODS = ["/factors/fast/params/period", "/factors/slow/params/period"]


def document(fast: int, slow: int, rsi_n: int, rsi_max: float, stop: float) -> dict[str, Any]:
    """The benchmark's strategy in our language."""
    a, b = {"ref": "fast"}, {"ref": "slow"}
    entry = {"all": [_cross(a, "cross_above", b), {"cmp": {"left": {"ref": "rsi"}, "op": "lt", "right": rsi_max}}]}
    exits = [
        {"type": "signal_exit", "condition": _cross(a, "cross_below", b)},
        {"type": "stop_loss", "stop": {"kind": "pct", "value": stop}},
    ]
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Benchmark"},
        "universe": {"market": "us_stocks", "tickers": ["DEMO5"]},
        "timeframe": "1d",
        "factors": {
            "fast": {"type": "ema", "params": {"period": fast}},
            "slow": {"type": "ema", "params": {"period": slow}},
            "rsi": {"type": "rsi", "params": {"period": rsi_n}},
        },
        "trade": {
            "long": {
                "entry": {"condition": entry, "order": {"type": "market"}},
                "exits": exits,
                "position_sizing": {"mode": "pct_equity", "pct": 1},
            }
        },
    }


def _cross(a: dict[str, str], op: str, b: dict[str, str]) -> dict[str, Any]:
    return {"cross": {"a": a, "op": op, "b": b}}


_READY: dict[tuple[float, ...], tuple[Compiled, Terms]] = {}


def _ready(
    fast: int, slow: int, rsi_n: int, rsi_max: float, stop: float, fee: float, cash: float
) -> tuple[Compiled, Terms]:
    """Compiled once for the numbers of a workload, as a person would who runs a strategy again and again."""
    key = (fast, slow, rsi_n, rsi_max, stop, fee, cash)
    if key not in _READY:
        strategy = Validator(CATALOGUE).document(document(fast, slow, rsi_n, rsi_max, stop)).require()
        terms = Terms(cash=Decimal(str(cash)), costs=Costs(commission_rate=fee))
        _READY[key] = (compile_strategy(strategy, CATALOGUE), terms)
    return _READY[key]


def prepare(data: Any) -> Arena:
    return Arena(_panel(data, *(np.ascontiguousarray(data[name]).reshape(1, -1) for name in "ohlcv")))


def _panel(data: Any, *prices: Any) -> Panel:
    bars = prices[0].shape[1]
    names = ("open", "high", "low", "close", "volume")
    return Panel(
        market=Market.US_STOCKS,
        timeframe=Timeframe.D1,
        tickers=("DEMO5",),
        time=data["ts"].astype("datetime64[us]"),
        session=np.arange(bars),
        elapsed_days=np.ones(bars),
        lots=Lots(minimum=np.zeros(1), step=np.zeros(1)),
        bars_per_year=float(data["ppy"]),
        **dict(zip(names, prices, strict=True)),
    )


def w1(arena: Arena, **numbers: Any) -> dict[str, Any]:
    outcome = backtest(_ready(**numbers)[0], arena, _ready(**numbers)[1])
    told = outcome.figures
    return {
        "n_trades": told.trades,
        "final_equity": told.final_equity,
        "total_return": told.total_return,
        "max_dd": told.max_drawdown,
        "sharpe": told.sharpe,
        "equity": outcome.equity,
        "trades": outcome.trades,
    }


def w2(arena: Arena, grid: list[tuple[int, int]], **numbers: Any) -> Any:
    compiled, terms = _ready(fast=5, slow=30, **numbers)
    return sweep(compiled, arena, terms, vary(compiled, PERIODS, np.array(grid, dtype=np.float64)))


def w3(paths: Any, **numbers: Any) -> Any:
    compiled, terms = _ready(**numbers)
    panel = _panel(paths, *(np.ascontiguousarray(paths[name][:1]) for name in "ohlc"), paths["v"].reshape(1, -1))
    return over_paths(compiled, panel, Paths(paths["o"], paths["h"], paths["l"], paths["c"]), terms)
