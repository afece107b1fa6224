"""One form for what a strategy means, so that the labels of a corpus and the documents of the desk can be compared."""

from collections.abc import Iterator
from typing import Any

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.model import WordedRules

OPS = {">": "gt", ">=": "gte", "<": "lt", "<=": "lte", "==": "eq", "crosses_above": "cross_above"}
OPS |= {"crosses_below": "cross_below"}
# Other spellings of the same bars in labels.
TIMEFRAMES = {"1wk": "1w", "60m": "1h", "240m": "4h"}
_KELTNER_RANGE = 10.0
_NOT = {"gt": "lte", "lte": "gt", "lt": "gte", "gte": "lt"}
TURNED = {
    "gt": "lt",
    "lt": "gt",
    "gte": "lte",
    "lte": "gte",
    "cross_above": "cross_below",
    "cross_below": "cross_above",
}
TYPES = {
    "macd": ("macd", "macd"), "macd_signal": ("macd", "signal"), "macd_hist": ("macd", "histogram"),
    "bollinger_lower": ("bollinger", "lower"), "bollinger_mid": ("bollinger", "middle"),
    "bollinger_upper": ("bollinger", "upper"), "donchian_high": ("highest", ""), "donchian_low": ("lowest", ""),
    "stoch_k": ("stochastic", "k"), "stoch_d": ("stochastic", "d"), "volume_sma": ("volume_average", ""),
    "supertrend": ("supertrend", "value"), "vwap": ("vwap", "vwap"),
    "bollinger_middle": ("bollinger", "middle"), "macd_histogram": ("macd", "histogram"), "psar": ("parabolic_sar", ""),
    "trix": ("trix", "value"), "kdj_k": ("kdj", "k"), "kdj_d": ("kdj", "d"), "kdj_j": ("kdj", "j"),
    "keltner_upper": ("keltner", "upper"), "keltner_lower": ("keltner", "lower"), "keltner_mid": ("keltner", "middle"),
}  # fmt: skip


def stand_in(name: str) -> str:
    """A US symbol for a name of the corpus, so that all are of one market."""
    if name.isascii() and name.isalpha() and name.isupper() and 1 < len(name) <= 5:
        return name
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return "Q" + "".join(letters[(sum(map(ord, name)) // 26**place) % 26] for place in range(4))


def meaning_of(rules: WordedRules) -> dict[str, Any]:
    """What a reading means, without what was assumed."""
    found = meaning_of_document(rules.understood)
    if rules.document is not None:
        whole = meaning_of_document(rules.document)
        found["timeframe"] = whole["timeframe"]
        found["assumed_exit"] = whole.get("exit")
    return found


def meaning_of_document(document: dict[str, Any]) -> dict[str, Any]:
    """Of a whole document, or of the parts of one."""
    sides = document["trade"]
    side = next(iter(sides), "long")
    rules, factors = sides.get(side, {}), document["factors"]
    found: dict[str, Any] = {"side": side if len(sides) < 2 else "both", "timeframe": document.get("timeframe")}
    if "universe" in document:
        found["instruments"] = frozenset(document["universe"]["tickers"])
    if "entry" in rules:
        found["entry"] = _conditions(rules["entry"]["condition"], factors)
    signals = []
    for exit_ in rules.get("exits", ()):
        if exit_["type"] == "signal_exit":
            signals.append(_conditions(exit_["condition"], factors))
        else:
            found |= _exit(exit_)
    if signals:
        found["exit"] = signals[0] if len(signals) == 1 else ("any", [atom for _, atoms in signals for atom in atoms])
    if sizing := rules.get("position_sizing"):
        found["size"] = (sizing["mode"], next(value for key, value in sizing.items() if key != "mode"))
    return found


def _exit(exit_: dict[str, Any]) -> dict[str, Any]:
    if exit_["type"] == "time_exit":
        return {"max_holding_bars": exit_["bars"]}
    if exit_["type"] == "bracket_rr" and exit_["stop"]["kind"] == "pct":
        stop = exit_["stop"]["value"] * 100
        return {"stop_loss_pct": round(stop, 6), "take_profit_pct": round(stop * exit_["risk_reward"], 6)}
    distance: dict[str, Any] = exit_["stop"] if "stop" in exit_ else exit_["target"]
    if distance["kind"] == "atr_multiple":
        # Labels have one name for stops in ATR, whether they stand or trail.
        is_stop = exit_["type"] in ("stop_loss", "trailing_stop")
        return {"atr_stop" if is_stop else "atr_other": (distance["value"], distance["period"])}
    names = {"stop_loss": "stop_loss_pct", "take_profit": "take_profit_pct", "trailing_stop": "trailing_stop_pct"}
    return {names.get(exit_["type"], exit_["type"]): round(distance["value"] * 100, 6)}


def _conditions(condition: dict[str, Any], factors: dict[str, Any], denied: bool = False) -> tuple[str, list[Any]]:
    [(kind, body)] = condition.items()
    if kind == "not":
        return _conditions(body, factors, not denied)
    if kind in ("all", "any"):
        word = {"all": "any", "any": "all"}[kind] if denied else kind
        atoms: list[Any] = []
        for part in body:
            inner, inside = _conditions(part, factors, denied)
            atoms.extend(inside if inner == word or len(inside) == 1 else [(inner, inside)])
        return word, atoms
    if kind == "cmp":
        op = _NOT[body["op"]] if denied else body["op"]
        left, right = _operand(body["left"], factors), _operand(body["right"], factors)
        return "all", list(_streak(left, op, right)) or [_atom(left, op, right)]
    if kind == "cross" and not denied:
        return "all", [_atom(_operand(body["a"], factors), body["op"], _operand(body["b"], factors))]
    if kind in ("within_bars", "sequence") and not denied:
        bars = body["bars"] if kind == "within_bars" else body["within_bars"]
        steps = [body["condition"]] if kind == "within_bars" else body["steps"]
        return "all", [(kind, bars, [_conditions(step, factors) for step in steps])]
    return "all", [(kind, str(body), denied)]


def _streak(left: Any, op: str, right: Any) -> Iterator[Any]:
    """A row of rising or falling closes as the comparisons it is made of; nothing for anything else."""
    if left != ("streak", "", ()) or (op, right > 0) not in (("gte", True), ("lte", False)):
        return
    way = "gt" if right > 0 else "lt"
    for bar in range(int(abs(right))):
        yield ("price", "close", bar) if bar else ("price", "close"), way, ("price", "close", bar + 1)


def _atom(left: Any, op: str, right: Any) -> Any:
    """Relative volume, bias, gaps and the distance from VWAP as multiples of what they are relative to."""
    if isinstance(left, tuple) and isinstance(right, float):
        if left[0] == "relative_volume":
            return ("price", "volume"), op, ("times", right, ("volume_average", "", left[2]))
        if left[0] == "bias":
            return ("price", "close"), op, ("times", round(1 + right / 100, 6), ("sma", "", left[2]))
        if left[0] == "gap_percent":
            return ("price", "open"), op, ("times", round(1 + right / 100, 6), ("price", "close", 1))
        if left[:2] == ("vwap", "distance_percent"):
            return ("price", "close"), op, ("times", round(1 + right / 100, 6), ("vwap", "vwap", ()))
    return left, op, right


def _operand(operand: Any, factors: dict[str, Any]) -> Any:
    if not isinstance(operand, dict):
        return float(operand)
    if "multiply" in operand:
        line, times = operand["multiply"]
        return ("times", round(float(times), 6), _operand(line, factors))
    if "mean" in operand:
        return ("of", _own_average(operand["mean"], factors))
    if "ref" not in operand:
        return ("expression", str(operand))
    name, _, output = operand["ref"].partition(".")
    lag = operand.get("lag", 0)
    if name not in factors:
        return ("price", name) if not lag else ("price", name, lag)
    factor = factors[name]
    kind = factor["type"]
    params = tuple(_params(factor))
    if factor.get("timeframe"):
        params = (*params, factor["timeframe"])
    if kind in ("highest", "lowest") and lag == 1:
        return (kind, "", params)
    if kind == "donchian":
        return ({"upper": "highest", "lower": "lowest"}.get(output, output), "", params)
    if kind == "keltner" and params[1] == _KELTNER_RANGE:
        params = (params[0], *params[2:])
    kind = "stochastic" if kind == "kdj" else kind
    output = "" if len(CATALOGUE[factor["type"]].outputs) == 1 else output
    return (kind, output, () if kind == "vwap" else params) if not lag else (kind, output, params, lag)


def _own_average(mean: dict[str, Any], factors: dict[str, Any]) -> str:
    """The average of an indicator, as labels have it."""
    factor = factors.get(mean["of"].get("ref"), {})
    of = {"indicator": factor.get("type"), "params": factor.get("params", {})}
    return str({"indicator": "sma", "params": {"period": mean["bars"]}, "of": of})


def _params(factor: dict[str, Any]) -> Iterator[Any]:
    given = factor.get("params", {})
    for each in CATALOGUE[factor["type"]].parameters:
        if each.kind != "source":
            yield float(given.get(each.name, each.default))
