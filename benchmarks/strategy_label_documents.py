"""A document that says what a label says, for edits to be made on."""

from collections.abc import Callable
from typing import Any

from benchmarks.strategy_label_forms import in_first_form
from benchmarks.strategy_meanings import OPS, TIMEFRAMES, TYPES
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.grammar.expressions import version_of


def document_of(means: dict[str, Any], symbols: Callable[[str], str | None]) -> dict[str, Any]:
    """A document that says what a label says, for edits to be made on."""
    means = in_first_form(means)
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
    rules: dict[str, Any] = {"entry": entry, "exits": exits, "position_sizing": _size_document(means.get("size"))}
    return {
        "dsl_version": version_of({side: rules}),
        "strategy": {"name": "label"},
        "universe": {"market": "us_stocks", "tickers": tickers},
        "timeframe": TIMEFRAMES.get(means.get("timeframe") or "", means.get("timeframe")) or "1d",
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
        "fixed_amount": {"mode": "fixed_cash", "cash": value},
    }.get(size["kind"], {"mode": "fixed_qty", "qty": value})


def _condition_document(label: dict[str, Any], factors: dict[str, Any]) -> dict[str, Any]:
    if "op" in label:
        return _atom_document(label, factors)
    if "sequence" in label:
        steps = [_condition_document(step, factors) for step in label["sequence"]]
        return {"sequence": {"steps": steps, "within_bars": label["within_bars"]}}
    if "condition" in label:
        condition = _condition_document(label["condition"], factors)
        return {"within_bars": {"condition": condition, "bars": label["within_bars"]}}
    [(word, items)] = label.items()
    parts = [_condition_document(item, factors) for item in items]
    return parts[0] if len(parts) == 1 else {word: parts}


def _atom_document(item: dict[str, Any], factors: dict[str, Any]) -> dict[str, Any]:
    op = OPS[item["op"]]
    if isinstance(item["right"], dict) and "multiple" in item["right"]:
        return _multiple_document(item, op, factors)
    left, right = _operand_document(item["left"], factors), _operand_document(item["right"], factors)
    if op.startswith("cross"):
        return {"cross": {"a": left, "op": op, "b": right}}
    return {"cmp": {"left": left, "op": op, "right": right}}


def _multiple_document(item: dict[str, Any], op: str, factors: dict[str, Any]) -> dict[str, Any]:
    """The language has no arithmetic: a multiple of the average volume is relative volume, of an average the bias."""
    times, of = item["right"]["multiple"], item["right"]["of"]
    if of.get("indicator") not in ("volume_sma", "volume", "sma") or of.get("lag"):
        line = {"multiply": [_operand_document(of, factors), times]}
        return {"cmp": {"left": _operand_document(item["left"], factors), "op": op, "right": line}}
    period = of["params"].get("period", 20)
    is_volume = of["indicator"] in ("volume_sma", "volume")
    kind, level = ("relative_volume", times) if is_volume else ("bias", round(100 * (times - 1), 6))
    factors[f"{kind}_{period}"] = {"type": kind, "params": {"period": period}}
    if op.startswith("cross"):
        return {"cross": {"a": {"ref": f"{kind}_{period}"}, "op": op, "b": level}}
    return {"cmp": {"left": {"ref": f"{kind}_{period}"}, "op": op, "right": level}}


def _operand_document(operand: Any, factors: dict[str, Any]) -> Any:
    if not isinstance(operand, dict):
        return operand
    if "price" in operand:
        return {"ref": operand["price"]} | ({"lag": operand["lag"]} if operand.get("lag") else {})
    name = operand["indicator"]
    if name == "volume":
        return {"ref": "volume"}
    kind, output = TYPES.get(name, (name, ""))
    slots = [each.name for each in CATALOGUE[kind].parameters if each.kind != "source"]
    given = list(operand["params"].values())
    if kind == "keltner" and len(given) > 1:
        given.insert(1, 10)
    params: dict[str, Any] = dict(zip(slots, given, strict=False))
    if kind in ("highest", "lowest"):
        params["source"] = "high" if kind == "highest" else "low"
    key = "_".join([kind, *(str(value).replace(".", "p") for value in params.values())])
    factors[key] = {"type": kind, "params": params}
    ref: dict[str, Any] = {"ref": f"{key}.{output}" if output else key}
    lag = 1 if kind in ("highest", "lowest") else operand.get("lag")
    return ref | ({"lag": lag} if lag else {})
