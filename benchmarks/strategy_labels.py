"""What the label of a sentence wants of a reading, part by part."""

from collections.abc import Callable
from typing import Any

from benchmarks.strategy_label_forms import in_first_form
from benchmarks.strategy_meanings import OPS, TIMEFRAMES, TURNED, TYPES

_IN_TIME = ("within_bars", "sequence")
_TOUCHES = {
    (("price", "close"), ("price", "low"), "lower"),
    (("price", "low"), ("price", "close"), "lower"),
    (("price", "close"), ("price", "high"), "upper"),
    (("price", "high"), ("price", "close"), "upper"),
}


def labelled(means: dict[str, Any], symbols: Callable[[str], str | None]) -> dict[str, Any]:
    """What a label wants, by part: a value, or a check of it where more than one value would do."""
    means = in_first_form(means)
    named = means.get("instruments")
    wanted: dict[str, Any] = {
        "instruments": frozenset(filter(None, map(symbols, named))) if named else _anything,
        "timeframe": TIMEFRAMES.get(means.get("timeframe") or "", means.get("timeframe")) or _anything,
        "entry": _condition_check(means.get("entry")),
        "exit": _condition_check(means.get("exit")),
        "side": means.get("side") or "long",
        "size": _size_label(means.get("size")),
        "max_holding_bars": means.get("max_holding_bars"),
    }
    for key in ("stop_loss_pct", "take_profit_pct", "trailing_stop_pct"):
        wanted[key] = means.get(key)
    atr = means.get("atr_stop")
    wanted["atr_stop"] = (atr["multiple"], atr["period"]) if atr else None
    return wanted


def _anything(_: object, partly: bool = False) -> bool:
    return True


def _size_label(size: dict[str, Any] | None) -> Any:
    if size is None:
        return None
    kinds = {"fraction_of_equity": "pct_equity", "risk_pct_per_trade": "risk_per_trade", "fixed_cash": "fixed_cash"}
    kinds["fixed_amount"] = "fixed_cash"
    kind = kinds.get(size["kind"], "fixed_qty")
    value = size["value"] / 100 if kind == "risk_per_trade" else size["value"]
    return lambda got, partly=False: got is not None and got[0] == kind and abs(got[1] - value) < 0.002


def _condition_check(label: dict[str, Any] | None) -> Any:
    """Whether a reading is the label, or (`partly`) some of the conditions that all must hold."""
    if label is None:
        return None
    word, nodes = _label_group(label)

    def check(got: Any, partly: bool = False) -> bool:
        return got is not None and _group_agrees((word, nodes), got, partly)

    return check


def _label_group(label: dict[str, Any]) -> tuple[str, list[Any]]:
    """Groups of the same kind within each other are one, as in a reading."""
    [(word, items)] = label.items()
    nodes: list[Any] = []
    for item in items:
        if "op" in item:
            nodes.append(_label_atom(item))
            continue
        if "within_bars" in item:
            steps = item["sequence"] if "sequence" in item else [item["condition"]]
            kind = "sequence" if "sequence" in item else "within_bars"
            nodes.append((kind, item["within_bars"], [_label_group({"all": [step]}) for step in steps]))
            continue
        inner, inside = _label_group(item)
        nodes.extend(inside if inner == word or len(inside) == 1 else [(inner, inside)])
    return word, nodes


def _group_agrees(label: tuple[str, list[Any]], got: tuple[str, list[Any]], partly: bool) -> bool:
    (word, nodes), (kind, parts) = label, got
    if len(parts) > 1 and len(nodes) > 1 and kind != word:
        return False
    left = list(nodes)
    for part in parts:
        match = next((node for node in left if _node_agrees(node, part)), None)
        if match is None:
            return False
        left.remove(match)
    return not left or (partly and (word == "all" or len(parts) == 1))


def _node_agrees(node: Any, part: Any) -> bool:
    if len(node) == 2 or len(part) == 2:
        return len(node) == len(part) == 2 and _group_agrees(node, part, partly=False)
    if node[0] in _IN_TIME or part[0] in _IN_TIME:
        return node[:2] == part[:2] and len(node[2]) == len(part[2]) and _steps_agree(node[2], part[2])
    return _atoms_agree(node, part)


def _steps_agree(steps: list[Any], parts: list[Any]) -> bool:
    return all(_group_agrees(step, part, partly=False) for step, part in zip(steps, parts, strict=True))


def _label_atom(item: dict[str, Any]) -> tuple[Any, set[str], Any]:
    ops = {OPS[item["op"]], *(OPS[op] for op in item.get("op_also_ok", ()))}
    return _label_operand(item["left"]), ops, _label_operand(item["right"])


def _label_operand(operand: Any) -> Any:
    if not isinstance(operand, dict):
        return float(operand)
    if "price" in operand:
        lag = operand.get("lag", 0)
        return ("price", operand["price"], lag) if lag else ("price", operand["price"])
    if "multiple" in operand:
        return ("times", round(float(operand["multiple"]), 6), _label_operand(operand["of"]))
    if "of" in operand:
        return ("of", str(operand))
    if operand["indicator"] in ("donchian_high", "donchian_low") and operand["params"].get("period") == 1:
        return ("price", operand["indicator"].removeprefix("donchian_"), 1)  # the high of the bar before
    name, params = operand["indicator"], tuple(float(value) for value in operand["params"].values())
    if name == "volume":
        return ("price", "volume")
    kind, output = TYPES.get(name, (name, ""))
    kind = "stochastic" if kind == "kdj" else kind  # as a reading has it
    lag = operand.get("lag", 0)
    read = (kind, output, () if kind == "vwap" else params)
    return (*read, lag) if lag else read


def _atoms_agree(label: tuple[Any, set[str], Any], got: tuple[Any, str, Any]) -> bool:
    (left, ops, right), (a, op, b) = label, got
    if isinstance(right, tuple) and (left, a, right[1]) in _TOUCHES:
        a = left  # a band that is touched may be touched within the bar or by its close
    if left == a and right == b and op in ops:
        return True
    return left == b and right == a and TURNED.get(op) in ops
