"""Indicators of the catalogue as steps over columns, with the same first value and the same rounding of ties."""

from collections.abc import Callable, Mapping

from packages.domain.backtest.exporting.plan import ColumnPlan
from packages.domain.strategy.catalogue_port import ParameterValue
from packages.domain.strategy.indicators.bars import SOURCE_PARTS

Params = Mapping[str, ParameterValue]
Formula = Callable[["IndicatorSteps"], Mapping[str, str]]
ONLY = ""  # the output of an indicator with only one


class IndicatorSteps:
    """Adds the steps of one indicator; `n` gives its whole numbers, `source` the price that it reads."""

    def __init__(self, columns: ColumnPlan, params: Params) -> None:
        self.columns, self.params = columns, params

    def n(self, name: str = "period") -> int:
        return int(self.params[name])

    def real(self, name: str) -> float:
        return float(self.params[name])

    def do(self, operation: str, *arguments: str | float) -> str:
        return self.columns.add(operation, *arguments)

    @property
    def source(self) -> str:
        parts = SOURCE_PARTS[str(self.params.get("source", "close"))]
        total = parts[0]
        for part in parts[1:]:
            total = self.do("add", total, part)
        return total if len(parts) == 1 else self.do("divide", total, len(parts))

    def mean(self, x: str, n: int) -> str:
        return self.do("mean", x, n)

    def ema(self, x: str, n: int, first: int | None = None) -> str:
        return self.do("exponential_mean", x, n, n - 1 if first is None else first)

    def change(self, x: str, n: int = 1) -> str:
        return self.do("subtract", x, self.do("lag", x, n))

    def percent(self, x: str, of: str) -> str:
        return self.do("multiply", 100.0, self.do("divide", x, of))

    def true_range(self) -> str:
        before = self.do("lag", "close", 1)
        return self.do("subtract", self.do("larger", "high", before), self.do("smaller", "low", before))

    def atr(self, n: int) -> str:
        """Over one bar it is the true range itself."""
        return self.do("wilder_mean", self.true_range(), n) if n > 1 else self.true_range()

    def place(self, n: int) -> str:
        low = self.do("lowest", "low", n)
        width = self.do("subtract", self.do("highest", "high", n), low)
        return self.do("divide", self.do("subtract", "close", low), width)

    def around(self, middle: str, width: str) -> dict[str, str]:
        return {"middle": middle, "upper": self.do("add", middle, width), "lower": self.do("subtract", middle, width)}


def _rsi(i: IndicatorSteps) -> Mapping[str, str]:
    moved = i.change(i.source)
    up = i.do("wilder_mean", i.do("larger", moved, 0.0), i.n())
    down = i.do("wilder_mean", i.do("larger", i.do("multiply", -1.0, moved), 0.0), i.n())
    return {ONLY: i.percent(up, i.do("add", up, down))}


def _macd(i: IndicatorSteps) -> Mapping[str, str]:
    source, slow, signal = i.source, i.n("slow_period"), i.n("signal_period")
    line = i.do("subtract", i.ema(source, i.n("fast_period"), slow - 1), i.ema(source, slow))
    smooth = i.ema(line, signal)
    shown = i.do("after", line, slow + signal - 2)
    return {"macd": shown, "signal": smooth, "histogram": i.do("subtract", line, smooth)}


def _signalled(i: IndicatorSteps, value: str) -> Mapping[str, str]:
    signal = i.ema(value, i.n("signal_period"))
    return {"value": value, "signal": signal, "histogram": i.do("subtract", value, signal)}


def _ppo(i: IndicatorSteps) -> Mapping[str, str]:
    slow = i.ema(i.source, i.n("slow_period"))
    return _signalled(i, i.percent(i.do("subtract", i.ema(i.source, i.n("fast_period")), slow), slow))


def _apo(i: IndicatorSteps) -> Mapping[str, str]:
    fast, slow = i.ema(i.source, i.n("fast_period")), i.ema(i.source, i.n("slow_period"))
    return {ONLY: i.do("subtract", fast, slow)}


def _bollinger(i: IndicatorSteps) -> Mapping[str, str]:
    spread = i.do("deviation", i.source, i.n())
    bands = i.around(i.mean(i.source, i.n()), i.do("multiply", i.real("multiplier"), spread))
    width = i.do("subtract", bands["upper"], bands["lower"])
    shown = i.do("divide", i.do("subtract", i.source, bands["lower"]), width)
    return {**bands, "bandwidth": i.do("divide", width, bands["middle"]), "percent_b": shown}


def _keltner(i: IndicatorSteps) -> Mapping[str, str]:
    return i.around(i.ema(i.source, i.n()), i.do("multiply", i.real("multiplier"), i.atr(i.n("atr_period"))))


def _donchian(i: IndicatorSteps) -> Mapping[str, str]:
    upper, lower = i.do("highest", "high", i.n()), i.do("lowest", "low", i.n())
    return {"upper": upper, "lower": lower, "middle": i.do("divide", i.do("add", upper, lower), 2.0)}


def _envelope(i: IndicatorSteps) -> Mapping[str, str]:
    middle = i.do("running_mean", i.source, i.n())
    return i.around(middle, i.do("divide", i.do("multiply", middle, i.real("percent")), 100.0))


def _chandelier(i: IndicatorSteps) -> Mapping[str, str]:
    away = i.do("multiply", i.real("multiplier"), i.atr(i.n()))
    long = i.do("subtract", i.do("highest", "high", i.n()), away)
    return {"long_stop": long, "short_stop": i.do("add", i.do("lowest", "low", i.n()), away)}


def _stochastic(i: IndicatorSteps) -> Mapping[str, str]:
    k = i.mean(i.do("multiply", 100.0, i.place(i.n("k_period"))), i.n("k_smoothing"))
    return {"k": k, "d": i.mean(k, i.n("d_period"))}


def _kdj(i: IndicatorSteps) -> Mapping[str, str]:
    n = i.n("k_period")
    raw = i.do("after", i.do("known_or", i.do("multiply", 100.0, i.place(n)), 50.0), n - 1)
    k = i.do("smoothed", raw, i.n("k_smoothing"), 50.0)
    d = i.do("smoothed", k, i.n("d_smoothing"), 50.0)
    return {"k": k, "d": d, "j": i.do("subtract", i.do("multiply", 3.0, k), i.do("multiply", 2.0, d))}


def _williams(i: IndicatorSteps) -> Mapping[str, str]:
    return {ONLY: i.do("subtract", i.do("multiply", 100.0, i.place(i.n())), 100.0)}


def _roc(i: IndicatorSteps) -> Mapping[str, str]:
    return {ONLY: i.percent(i.change(i.source, i.n()), i.do("lag", i.source, i.n()))}


def _bias(i: IndicatorSteps) -> Mapping[str, str]:
    average = i.mean(i.source, i.n())
    return {ONLY: i.percent(i.do("subtract", i.source, average), average)}


def _drawdown(i: IndicatorSteps) -> Mapping[str, str]:
    top = i.do("highest", i.source, i.n())
    return {ONLY: i.percent(i.do("subtract", i.source, top), top)}


def _vwma(i: IndicatorSteps) -> Mapping[str, str]:
    traded = i.do("total", i.do("multiply", i.source, "volume"), i.n())
    return {ONLY: i.do("divide", traded, i.do("total", "volume", i.n()))}


def _elder_ray(i: IndicatorSteps) -> Mapping[str, str]:
    average = i.ema("close", i.n())
    return {"bull": i.do("subtract", "high", average), "bear": i.do("subtract", "low", average)}


FORMULAS: Mapping[str, Formula] = {
    "sma": lambda i: {ONLY: i.do("running_mean", i.source, i.n())},
    "ema": lambda i: {ONLY: i.ema(i.source, i.n())},
    "wma": lambda i: {ONLY: i.do("weighted_mean", i.source, i.n())},
    "rma": lambda i: {ONLY: i.do("wilder_mean", i.source, i.n())},
    "vwma": _vwma,
    "rsi": _rsi,
    "macd": _macd,
    "ppo": _ppo,
    "apo": _apo,
    "bollinger": _bollinger,
    "keltner": _keltner,
    "donchian": _donchian,
    "ma_envelope": _envelope,
    "chandelier_exit": _chandelier,
    "stochastic": _stochastic,
    "kdj": _kdj,
    "williams_r": _williams,
    "momentum": lambda i: {ONLY: i.change(i.source, i.n())},
    "roc": _roc,
    "bias": _bias,
    "drawdown": _drawdown,
    "elder_ray": _elder_ray,
    "true_range": lambda i: {ONLY: i.true_range()},
    "atr": lambda i: {ONLY: i.atr(i.n())},
    "atr_percent": lambda i: {ONLY: i.percent(i.atr(i.n()), "close")},
    "average_range": lambda i: {ONLY: i.mean(i.do("subtract", "high", "low"), i.n())},
    "standard_deviation": lambda i: {ONLY: i.do("deviation", i.source, i.n())},
}
