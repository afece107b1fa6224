"""The cross that a strategy has already, named in an edit to say when something else shall be so besides."""

from collections.abc import Iterator
from typing import Any

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.edits.document_parts import EditDraft
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.rules.parts import Part

_USUAL = {"average_lengths", "settings"}


def without_named_again(parts: list[Part], draft: EditDraft) -> list[Part]:
    """金叉那天成交量要超过均量才买: beside another condition, a cross by its name alone is the one that is there."""
    held = {each for _, holder in draft.conditions("entry") for each in _crosses(holder["condition"], draft)}
    left = [each for each in parts if not _names_one_of(each, held)]
    return left if any(each.says_a_condition for each in left) else parts


def _names_one_of(part: Part, held: set[tuple[str, str, str]]) -> bool:
    meant = part.understood.value if part.understood is not None else None
    if not isinstance(meant, Meant) or not {each.code for each in meant.assumed} & _USUAL:
        return False
    return bool(held & {_named(meant.json, dict(meant.factors))}) if "cross" in meant.json else False


def _crosses(json: Any, draft: EditDraft) -> Iterator[tuple[str, str, str]]:
    if isinstance(json, dict):
        if isinstance(json.get("cross"), dict):
            yield _named(json, draft.document["factors"])
        for each in json.values():
            yield from _crosses(each, draft)
    elif isinstance(json, list):
        for each in json:
            yield from _crosses(each, draft)


def _named(json: Document, factors: dict[str, Any]) -> tuple[str, str, str]:
    """What crosses what, by kind, and which way."""
    body: Any = json["cross"]
    return _kind(body["a"], factors), str(body["op"]), _kind(body["b"], factors)


def _kind(side: Any, factors: dict[str, Any]) -> str:
    name, dot, output = str(side.get("ref") if isinstance(side, dict) else side).partition(".")
    kind = str(factors[name]["type"]) if name in factors else name
    return f"{'average' if kind in AVERAGES else kind}{dot}{output}"
