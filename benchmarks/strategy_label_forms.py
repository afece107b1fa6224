"""Labels of later hands in the form of the first ones: multiples, lags, channels, sizes and what happened lately."""

from typing import Any

_NAMES = {"donchian_upper": "donchian_high", "donchian_lower": "donchian_low", "willr": "williams_r"}
_PER_CENT = 100


def in_first_form(means: dict[str, Any]) -> dict[str, Any]:
    """A label as `means`, `before` and `after` of the first hands have it."""
    size = means.get("size")
    if size and size["kind"] == "risk_per_trade":
        size = {"kind": "risk_pct_per_trade", "value": size["value"] * _PER_CENT}
    return {**means, "size": size, "entry": _rules(means.get("entry")), "exit": _rules(means.get("exit"))}


def _rules(label: Any) -> Any:
    """A lone condition stands in a group."""
    if label is None:
        return None
    made = _condition(label)
    return made if set(made) & {"all", "any"} else {"all": [made]}


def _condition(label: dict[str, Any]) -> dict[str, Any]:
    if "op" in label:
        return {**label, "left": _operand(label["left"]), "right": _operand(label["right"])}
    if "condition" in label:
        return {"within_bars": label["within_bars"], "condition": _condition(label["condition"])}
    if "sequence" in label:
        return {**label, "sequence": [_condition(step) for step in label["sequence"]]}
    [(word, parts)] = label.items()
    return {word: [_condition(part) for part in parts]}


def _operand(operand: Any) -> Any:
    if not isinstance(operand, dict):
        return operand
    rest = {key: value for key, value in operand.items() if key != "times"}
    name = _NAMES.get(rest.get("indicator", ""), rest.get("indicator"))
    if name is not None:
        rest = {**rest, "indicator": name}
    if name in ("donchian_high", "donchian_low"):
        rest.pop("lag", None)
    return {"multiple": operand["times"], "of": rest} if "times" in operand else rest
