"""Values that take an expression: a part of a line, a line moved by a range, the own average of an indicator."""

from dataclasses import replace

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.schema.grammar import DSL_VERSION, EXPRESSIONS_VERSION
from packages.domain.strategy.words.grammar.meanings import Value
from packages.domain.strategy.words.grammar.quantities import plain

_OWN = {"sma": "", "ema": "ema"}


def part_of(line: Value, times: float) -> Value:
    """`0.9 * ema(21)`."""
    return replace(line, json={"multiply": [line.json, plain(times)]}, indicator="", output="", extreme="")


def moved_by(line: Value, times: float, measure: Value) -> Value:
    """`sma(20) - 2 * atr(14)`; a negative number is below the line."""
    away: Json = {"multiply": [plain(abs(times)), measure.json]}
    json: Json = {"add" if times > 0 else "subtract": [line.json, away]}
    factors = {**line.factors, **measure.factors}
    return replace(line, json=json, factors=factors, indicator="", output="", extreme="")


def own_average(value: Value, average: Value) -> Value | None:
    """OBV above its 20-day average: an average beside an indicator that is no price is the average of it."""
    bars = dict(average.params).get("period")
    fits = value.scale == "level" and value.indicator and not average.timeframe and not average.more
    if not fits or average.indicator not in _OWN or not isinstance(bars, int) or bars < 2 or value.timeframe:
        return None
    kind = _OWN[average.indicator]
    json: Json = {"mean": {"of": value.json, "bars": bars}}
    if kind:
        json = {"indicator": {"type": kind, "of": value.json, "params": {"period": bars}}}
    return replace(value, json=json, assumed=(*value.assumed, *average.assumed), more=())


def version_of(json: Json) -> str:
    """Which version of the language conditions take."""
    return EXPRESSIONS_VERSION if _has_expression(json) else DSL_VERSION


def _has_expression(json: Json) -> bool:
    if isinstance(json, list):
        return any(map(_has_expression, json))
    if not isinstance(json, dict):
        return False
    for word in ("cmp", "cross"):
        body = json.get(word)
        if isinstance(body, dict) and any(isinstance(each, dict) and "ref" not in each for each in body.values()):
            return True
    return any(map(_has_expression, json.values()))
