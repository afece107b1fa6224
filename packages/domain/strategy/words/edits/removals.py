"""Edits that take conditions away: by the indicator that they have, of the ways in or out."""

from typing import Any

from packages.domain.strategy.words.edits.document_parts import refs_of
from packages.domain.strategy.words.edits.indicators import done_with, named_in, types_of
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag


def remove_exit_conditions(part: EditPart) -> EditDone | None:
    """`Get rid of the RSI exit`, 去掉RSI卖出条件, 10日低点那个出场删了: of the ways out, those with it."""
    kinds = set(named_in(part.words))
    outs = [word for word in part.words if word.kind is Tag.ACTION and word.value in ("exit", "sell")]
    periods = {int(word.value) for word in part.words if word.kind is Tag.NUMBER}
    extremes = {word.value for word in part.words if word.kind is Tag.EXTREME}
    kinds |= {{"high": "highest", "low": "lowest"}[each] for each in extremes}
    silent = (Tag.REMOVE, Tag.NOT, Tag.INDICATOR, Tag.RULE_WORD, Tag.NUMBER, Tag.TIME_UNIT, Tag.EXTREME, Tag.DAY_LINE)
    rest = [word for word in part.words if word.kind not in silent and word not in outs]
    said = " ".join(part.text[word.start : word.end].lower() for word in rest)
    if not part.has(Tag.REMOVE, Tag.NOT) or not outs or len(kinds) != 1 or said not in ("", "any more", "anymore"):
        return None
    types = types_of(part)

    def change(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
        named = [name for name in refs_of(atom) if types.get(name, name) in kinds]
        lengths = {part.draft.document["factors"].get(name, {}).get("params", {}).get("period") for name in named}
        return None if named and (not periods or periods == lengths) else atom

    return done_with(part, "remove") if part.draft.change_atoms("exit", change) else None


def remove_conditions(part: EditPart) -> EditDone | None:
    """去掉RSI条件, drop the EMA filter, remove the volume filter."""
    if not part.has(Tag.REMOVE, Tag.NOT) and not (
        part.words and part.text[part.words[0].start : part.words[0].end].lower() == "drop"
    ):
        return None
    kinds = set(named_in(part.words))
    if part.has(Tag.VOLUME):
        kinds |= {"volume_average", "relative_volume", "volume"}
    allowed = (
        Tag.REMOVE,
        Tag.NOT,
        Tag.INDICATOR,
        Tag.FILTER,
        Tag.VOLUME,
        Tag.RULE_WORD,
        Tag.NUMBER,
        Tag.TIME_UNIT,
        Tag.DAY_LINE,
        Tag.RISE,
    )
    periods = {int(word.value) for word in part.words if word.kind is Tag.NUMBER}
    if not kinds and periods and part.has(Tag.TIME_UNIT, Tag.DAY_LINE):
        kinds = set(AVERAGES)
    if not kinds or any(word.kind not in allowed for word in part.words):
        return None
    types, changed = types_of(part), 0

    def change(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
        for name in refs_of(atom):
            factor = part.draft.document["factors"].get(name, {})
            fits = types.get(name, name) in kinds
            if fits and (not periods or factor.get("params", {}).get("period") in periods):
                return None
        return atom

    changed = part.draft.change_atoms("entry", change)
    return done_with(part, "remove") if changed else None
