"""The stop, the target and the size of the rules at hand: a new entry by itself leaves them where they are."""

import json
from dataclasses import dataclass
from typing import Any

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.words.model import WordedRules

_SIGNAL = "signal_exit"
_SIZE = "size"
_BESIDE = {"entry", _SIZE, "filter", "instrument", "timeframe", "direction"}  # what says nothing of getting out


@dataclass(frozen=True, slots=True)
class KeptRuleParts:
    """The new rules with what was kept; `of` names it: exits, size."""

    document: Document
    of: tuple[str, ...] = ()


def with_kept_parts(read: WordedRules, before: Document | None) -> KeptRuleParts:
    """As it was read, where there are no rules before, or these words say themselves how to get out."""
    document = read.document or {}
    kinds = {clause.kind for clause in read.clauses}
    if before is None or "entry" not in kinds or kinds - _BESIDE:
        return KeptRuleParts(document)
    after: Any = json.loads(json.dumps(document))
    kept = {name for side in after["trade"] for name in _keep(after["trade"][side], _side(before, side), kinds)}
    if not kept or Validator(CATALOGUE).document(after).problems:
        return KeptRuleParts(document)
    return KeptRuleParts(after, tuple(sorted(kept)))


def _side(document: Document, side: str) -> dict[str, Any]:
    trade: Any = document.get("trade")
    found = trade.get(side) if isinstance(trade, dict) else None
    return found if isinstance(found, dict) else {}


def _keep(after: dict[str, Any], before: dict[str, Any], kinds: set[str]) -> list[str]:
    """Writes them into the side; what it names."""
    exits = [each for each in before.get("exits", []) if each["type"] != _SIGNAL]
    kept = []
    if exits:
        after["exits"] = [*(each for each in after["exits"] if each["type"] == _SIGNAL), *exits]
        kept.append("exits")
    if _SIZE not in kinds and "position_sizing" in before:
        after["position_sizing"] = before["position_sizing"]
        kept.append(_SIZE)
    return kept
