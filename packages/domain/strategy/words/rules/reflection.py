"""A condition for the other side of the market: rises for falls, the upper band for the lower one, RSI 70 for 30.

What has no direction, such as volume or the strength of a trend, stays. What has no natural mirror, such as a price,
is named and not guessed.
"""

from collections.abc import Callable, Mapping
from typing import Any

from packages.domain.strategy.words.grammar.meanings import TURNED
from packages.domain.strategy.words.grammar.states import LEVELS
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.rules.sides import STILL

Condition = dict[str, Any]
# With a factor of another kind, or of other settings: its new name in the document.
Naming = Callable[[str, dict[str, Any]], str]

_ZERO = dict.fromkeys(
    ("macd", "ppo", "apo", "awesome_oscillator", "accelerator_oscillator", "momentum", "roc", "trix", "tsi", "kst",
     "coppock", "bias", "zscore", "linear_slope", "linear_angle", "log_return", "balance_of_power", "fisher",
     "chaikin_oscillator", "cmf", "force_index", "stochastic_momentum", "relative_vigor", "wave_trend", "gap_percent"),
    0.0,
)  # fmt: skip
# The sum of a level and its mirror.
_SUMS: Mapping[str, float] = {
    **{kind: float(low + high) for kind, (low, high) in LEVELS.items()},
    **dict.fromkeys(("ultimate_oscillator", "intraday_momentum", "relative_momentum", "psychological_line"), 100.0),
    **dict.fromkeys(("schaff_trend_cycle",), 100.0),
    **_ZERO,
}
_OPPOSITES = {
    **{"high": "low", "upper": "lower", "highest": "lowest", "long_stop": "short_stop"},
    **{"r1": "s1", "r2": "s2", "r3": "s3", "plus_di": "minus_di"},
}
_SWAPPED = {**_OPPOSITES, **{other: one for one, other in _OPPOSITES.items()}}
_PRICES = frozenset(
    [*AVERAGES, "open", "high", "low", "close", "highest", "lowest", "bollinger", "keltner", "donchian", "ma_envelope",
     "acceleration_bands", "regression_channel", "vwap", "parabolic_sar", "supertrend", "ichimoku", "pivot_points",
     "chandelier_exit", "heikin_ashi", "typical_price", "weighted_close", "midprice", "midpoint"]
)  # fmt: skip
_MEASURES = frozenset(["bandwidth", "percent_b", "direction", "distance_percent"])  # of lines, and no lines themselves


class NoMirror(Exception):
    """`condition` has no natural mirror."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(str(condition))
        self.condition = condition


class Reflection:
    """Of the conditions of one document; `named` puts a factor into it."""

    def __init__(self, factors: Mapping[str, Any], named: Naming) -> None:
        self._factors = {name: dict(factor) for name, factor in factors.items()}
        self._named = named

    def of(self, condition: Condition) -> Condition:
        """Raises `NoMirror` with the part that has none."""
        [(kind, body)] = condition.items()
        match kind:
            case "all" | "any":
                return {kind: [self.of(each) for each in body]}
            case "not":
                return {kind: self.of(body)}
            case "within_bars":
                return {kind: {**body, "condition": self.of(body["condition"])}}
            case "cmp":
                return {kind: self._compared(condition, body, "left", "right")}
            case "cross":
                return {kind: self._compared(condition, body, "a", "b")}
            case _:
                raise NoMirror(condition)

    def _compared(self, condition: Condition, body: dict[str, Any], one: str, other: str) -> dict[str, Any]:
        left, right = (self._type(body[each]) for each in (one, other))
        turned = {**body, "op": TURNED.get(body["op"], body["op"])}
        if {left, right} <= STILL | {"number"}:
            return dict(body)
        if left in _SUMS and right == "number":
            return {**turned, other: _plain(_SUMS[left] - body[other])}
        if left in _PRICES and right in _PRICES:
            return {**turned, one: self._swapped(body[one]), other: self._swapped(body[other])}
        if (
            (left in _SUMS and left == right)
            or {left, right} == {"plus_di", "minus_di"}
            or _same_factor(body, one, other)
        ):
            return turned
        raise NoMirror(condition)

    def _type(self, operand: Any) -> str:
        """number, the name of a price, the type of a factor; empty for what is computed."""
        if isinstance(operand, int | float):
            return "number"
        if not isinstance(operand, dict) or not isinstance(operand.get("ref"), str):
            return ""
        name, _, output = operand["ref"].partition(".")
        return "" if output in _MEASURES else str(self._factors.get(name, {"type": name})["type"])

    def _swapped(self, operand: dict[str, Any]) -> dict[str, Any]:
        name, dot, output = operand["ref"].partition(".")
        factor = self._factors.get(name)
        if factor is None:
            return {**operand, "ref": _SWAPPED.get(name, name)}
        if factor["type"] in ("highest", "lowest"):
            params = {key: _SWAPPED.get(value, value) for key, value in factor.get("params", {}).items()}
            made = {**factor, "type": _SWAPPED[factor["type"]], "params": params}
            name = self._named("_".join(str(each) for each in (made["type"], *params.values())), made)
        return {**operand, "ref": f"{name}{dot}{_SWAPPED.get(output, output)}"}


def _same_factor(body: dict[str, Any], one: str, other: str) -> bool:
    """Two lines of one indicator: %K and %D, the fast and the slow one."""
    refs = [each.get("ref") if isinstance(each, dict) else None for each in (body[one], body[other])]
    return all(isinstance(ref, str) and "." in ref for ref in refs) and len({str(r).split(".")[0] for r in refs}) == 1


def _plain(value: float) -> int | float:
    rounded = round(value, 10)
    return int(rounded) if float(rounded).is_integer() else rounded
