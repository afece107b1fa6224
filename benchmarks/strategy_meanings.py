"""One form for what a strategy means, so that the labels of a corpus and the documents of the desk can be compared."""

from collections.abc import Callable, Iterator
from typing import Any

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.model import SpokenRules

_OPS = {">": "gt", ">=": "gte", "<": "lt", "<=": "lte", "==": "eq", "crosses_above": "cross_above"}
_OPS |= {"crosses_below": "cross_below"}
_NOT = {"gt": "lte", "lte": "gt", "lt": "gte", "gte": "lt"}
_TURNED = {
    "gt": "lt",
    "lt": "gt",
    "gte": "lte",
    "lte": "gte",
    "cross_above": "cross_below",
    "cross_below": "cross_above",
}
_TYPES = {
    "macd": ("macd", "macd"), "macd_signal": ("macd", "signal"), "macd_hist": ("macd", "histogram"),
    "bollinger_lower": ("bollinger", "lower"), "bollinger_mid": ("bollinger", "middle"),
    "bollinger_upper": ("bollinger", "upper"), "donchian_high": ("highest", ""), "donchian_low": ("lowest", ""),
    "stoch_k": ("stochastic", "k"), "stoch_d": ("stochastic", "d"), "volume_sma": ("volume_average", ""),
    "supertrend": ("supertrend", "value"), "vwap": ("vwap", "vwap"),
}  # fmt: skip


def stand_in(name: str) -> str:
    """A US symbol for a name of the corpus, so that all are of one market."""
    if name.isascii() and name.isalpha() and name.isupper() and 1 < len(name) <= 5:
        return name
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return "Q" + "".join(letters[(sum(map(ord, name)) // 26**place) % 26] for place in range(4))


def labelled(means: dict[str, Any], symbols: Callable[[str], str | None]) -> dict[str, Any]:
    """What a label wants, by part: a value, or a check of it where more than one value would do."""
    named = means.get("instruments")
    wanted: dict[str, Any] = {
        "instruments": frozenset(filter(None, map(symbols, named))) if named else _anything,
        "timeframe": means.get("timeframe") or _anything,
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
    kind = kinds.get(size["kind"], "fixed_qty")
    value = size["value"] / 100 if kind == "risk_per_trade" else size["value"]
    return lambda got, partly=False: got is not None and got[0] == kind and abs(got[1] - value) < 0.002


def _condition_check(label: dict[str, Any] | None) -> Any:
    if label is None:
        return None
    [(word, items)] = label.items()
    atoms = [_label_atom(item) for item in items]

    def check(got: Any, partly: bool = False) -> bool:
        if got is None:
            return False
        kind, parts = got
        if len(parts) > 1 and len(atoms) > 1 and kind != word:
            return False
        left = list(atoms)
        for part in parts:
            match = next((atom for atom in left if _atoms_agree(atom, part)), None)
            if match is None:
                return False
            left.remove(match)
        return not left or (partly and kind == "all")

    return check


def _label_atom(item: dict[str, Any]) -> tuple[Any, set[str], Any]:
    if "op" not in item:  # a group within a group, which no reading has yet
        return ("group", str(item)), set(), None
    ops = {_OPS[item["op"]], *(_OPS[op] for op in item.get("op_also_ok", ()))}
    return _label_operand(item["left"]), ops, _label_operand(item["right"])


def _label_operand(operand: Any) -> Any:
    if not isinstance(operand, dict):
        return float(operand)
    if "price" in operand:
        return ("price", operand["price"])
    if "multiple" in operand:
        return ("times", round(float(operand["multiple"]), 6), _label_operand(operand["of"]))
    if "of" in operand:
        return ("of", str(operand))
    name, params = operand["indicator"], tuple(float(value) for value in operand["params"].values())
    if name == "volume":
        return ("price", "volume")
    kind, output = _TYPES.get(name, (name, ""))
    return (kind, output, () if kind == "vwap" else params)


def _atoms_agree(label: tuple[Any, set[str], Any], got: tuple[Any, str, Any]) -> bool:
    (left, ops, right), (a, op, b) = label, got
    if left == a and right == b and op in ops:
        return True
    return left == b and right == a and _TURNED.get(op) in ops


def meaning_of(rules: SpokenRules) -> dict[str, Any]:
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
    distance: dict[str, Any] = exit_["stop"] if "stop" in exit_ else exit_["target"]
    if distance["kind"] == "atr_multiple":
        return {"atr_stop" if exit_["type"] == "stop_loss" else "atr_other": (distance["value"], distance["period"])}
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
            atoms.extend(inside if inner == word or len(inside) == 1 else [(inner, tuple(inside), "")])
        return word, atoms
    if kind == "cmp":
        op = _NOT[body["op"]] if denied else body["op"]
        return "all", [_atom(_operand(body["left"], factors), op, _operand(body["right"], factors))]
    if kind == "cross" and not denied:
        return "all", [_atom(_operand(body["a"], factors), body["op"], _operand(body["b"], factors))]
    return "all", [(kind, str(body), denied)]


def _atom(left: Any, op: str, right: Any) -> Any:
    """Relative volume, bias and the distance from VWAP as multiples of what they are relative to."""
    if isinstance(left, tuple) and isinstance(right, float):
        if left[0] == "relative_volume":
            return ("price", "volume"), op, ("times", right, ("volume_average", "", left[2]))
        if left[0] == "bias":
            return ("price", "close"), op, ("times", round(1 + right / 100, 6), ("sma", "", left[2]))
        if left[:2] == ("vwap", "distance_percent"):
            return ("price", "close"), op, ("times", round(1 + right / 100, 6), ("vwap", "vwap", ()))
    return left, op, right


def _operand(operand: Any, factors: dict[str, Any]) -> Any:
    if not isinstance(operand, dict):
        return float(operand)
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
    kind = "stochastic" if kind == "kdj" else kind
    output = "" if len(CATALOGUE[factor["type"]].outputs) == 1 else output
    return (kind, output, () if kind == "vwap" else params) if not lag else (kind, output, params, lag)


def _params(factor: dict[str, Any]) -> Iterator[Any]:
    given = factor.get("params", {})
    for each in CATALOGUE[factor["type"]].parameters:
        if each.kind != "source":
            yield float(given.get(each.name, each.default))


def document_of(means: dict[str, Any], symbols: Callable[[str], str | None]) -> dict[str, Any]:
    """A document that says what a label says, for edits to be made on."""
    factors: dict[str, Any] = {}
    tickers = [symbols(name) for name in means["instruments"] or ["ACME"]]
    side = means.get("side") or "long"
    exits: list[Any] = []
    if means.get("exit"):
        exits.append({"type": "signal_exit", "condition": _condition_document(means["exit"], factors)})
    for key, kind, name in (
        ("stop_loss_pct", "stop_loss", "stop"),
        ("take_profit_pct", "take_profit", "target"),
        ("trailing_stop_pct", "trailing_stop", "stop"),
    ):
        if means.get(key):
            exits.append({"type": kind, name: {"kind": "pct", "value": round(means[key] / 100, 6)}})
    if atr := means.get("atr_stop"):
        stop = {"kind": "atr_multiple", "value": atr["multiple"], "period": atr["period"]}
        exits.append({"type": "stop_loss", "stop": stop})
    if means.get("max_holding_bars"):
        exits.append({"type": "time_exit", "bars": means["max_holding_bars"]})
    entry = {"condition": _condition_document(means["entry"], factors), "order": {"type": "market"}}
    rules = {"entry": entry, "exits": exits, "position_sizing": _size_document(means.get("size"))}
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "label"},
        "universe": {"market": "us_stocks", "tickers": tickers},
        "timeframe": means.get("timeframe") or "1d",
        "factors": factors,
        "trade": {side: rules},
    }


def _size_document(size: dict[str, Any] | None) -> dict[str, Any]:
    if size is None:
        return {"mode": "pct_equity", "pct": 1}
    value = size["value"]
    return {
        "fraction_of_equity": {"mode": "pct_equity", "pct": value},
        "risk_pct_per_trade": {"mode": "risk_per_trade", "pct": value / 100},
        "fixed_cash": {"mode": "fixed_cash", "cash": value},
    }.get(size["kind"], {"mode": "fixed_qty", "qty": value})


def _condition_document(label: dict[str, Any], factors: dict[str, Any]) -> dict[str, Any]:
    [(word, items)] = label.items()
    parts = [_atom_document(item, factors) for item in items]
    return parts[0] if len(parts) == 1 else {word: parts}


def _atom_document(item: dict[str, Any], factors: dict[str, Any]) -> dict[str, Any]:
    op = _OPS[item["op"]]
    left, right = _operand_document(item["left"], factors), _operand_document(item["right"], factors)
    if op.startswith("cross"):
        return {"cross": {"a": left, "op": op, "b": right}}
    return {"cmp": {"left": left, "op": op, "right": right}}


def _operand_document(operand: Any, factors: dict[str, Any]) -> Any:
    if not isinstance(operand, dict):
        return operand
    if "price" in operand:
        return {"ref": operand["price"]}
    name = operand["indicator"]
    if name == "volume":
        return {"ref": "volume"}
    kind, output = _TYPES.get(name, (name, ""))
    slots = [each.name for each in CATALOGUE[kind].parameters if each.kind != "source"]
    params: dict[str, Any] = dict(zip(slots, operand["params"].values(), strict=False))
    if kind in ("highest", "lowest"):
        params["source"] = "high" if kind == "highest" else "low"
    key = "_".join([kind, *(str(value).replace(".", "p") for value in params.values())])
    factors[key] = {"type": kind, "params": params}
    ref: dict[str, Any] = {"ref": f"{key}.{output}" if output else key}
    return ref | ({"lag": 1} if kind in ("highest", "lowest") else {})
