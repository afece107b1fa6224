"""What is taken when the words say nothing: an exit, a size, a stop to measure the risk by."""

from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.words.grammar.meanings import Assumed, Meant, assumed
from packages.domain.strategy.words.grammar.states import LEVELS
from packages.domain.strategy.words.rules.sides import mirrored

_TRAILING = 3
_RISK_STOP = 2


def default_exit(entry: Meant, pointer: str, *, guesses: bool = True) -> tuple[Document, Meant | None, Assumed]:
    """The opposite of the event that opened the trade, or a trailing stop where there is no opposite, or where a way
    out was said that was not understood."""
    opposite = _opposite(entry) if guesses else None
    if opposite is not None:
        return {"type": "signal_exit", "condition": opposite.json}, opposite, assumed("exit_opposite", pointer=pointer)
    stop: Document = {"kind": "atr_multiple", "value": _TRAILING, "period": 14}
    note = assumed("exit_trailing" if guesses else "exit_unread", pointer=pointer, multiple=_TRAILING)
    return {"type": "trailing_stop", "stop": stop}, None, note


def _opposite(entry: Meant) -> Meant | None:
    """Of several conditions, that of the first crossing, or of the first comparison of prices or of an oscillator."""
    trigger = _trigger(entry.json)
    if trigger is None:
        return None
    level = _other_level(trigger, entry)
    if level is not None:
        return Meant(level, entry.factors)
    return mirrored(Meant(trigger, entry.factors))


def _trigger(json: Json) -> Document | None:
    parts = json.get("all") if isinstance(json, dict) else None
    several = [part for part in (parts if isinstance(parts, list) else [json]) if isinstance(part, dict)]
    crossings = [part for part in several if "cross" in part]
    comparisons = [part for part in several if "cmp" in part and not _is_a_breakout(part)]
    return next(iter([*crossings, *comparisons]), None) if len(several) == 1 or crossings or comparisons else None


def _is_a_breakout(part: Document) -> bool:
    """A new high turned round is a close below the old one, which is no exit; nor is a quiet day."""
    text = str(part)
    return (
        "highest" in text
        or "lowest" in text
        or "volume" in text
        or "streak" in text
        or "roc_" in text
        or "gap_" in text
    )


def _other_level(trigger: Document, entry: Meant) -> Document | None:
    """RSI below 30 ends at RSI above 70."""
    [body] = trigger.values()
    if not isinstance(body, dict):
        return None
    left, level = body.get("left", body.get("a")), body.get("right", body.get("b"))
    name = str(left.get("ref", "")).partition(".")[0] if isinstance(left, dict) else ""
    indicator = str(entry.factors.get(name, {}).get("type", ""))
    if indicator not in LEVELS or not isinstance(level, int | float):
        return None
    low, high = LEVELS[indicator]
    other = low + high - level
    is_low = level < (low + high) / 2
    return {"cmp": {"left": left, "op": "gt" if is_low else "lt", "right": other}} if other != level else None


def default_size(tickers: int, pointer: str) -> tuple[Document, Assumed]:
    """The whole equity, in equal parts where there are several instruments."""
    share = round(1 / tickers, 4)
    return {"mode": "pct_equity", "pct": 1 if tickers == 1 else share}, assumed(
        "size", pointer=pointer, pct=f"{share:.0%}"
    )


def risk_stop(pointer: str) -> tuple[Document, Assumed]:
    """A loss per trade can only be kept with a stop."""
    stop: Document = {"kind": "atr_multiple", "value": _RISK_STOP, "period": 14}
    return {"type": "stop_loss", "stop": stop}, assumed("stop_for_risk", pointer=pointer, multiple=_RISK_STOP)
