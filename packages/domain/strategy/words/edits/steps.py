"""The kinds of edits that are understood, each tried on a part of a message until one fits."""

from collections.abc import Callable

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.words.edits.conditions import (
    add_condition,
    add_volume_filter,
    any_is_enough,
)
from packages.domain.strategy.words.edits.indicators import (
    remove_conditions,
    replace_indicator,
    set_level,
    swap_average_kind,
)
from packages.domain.strategy.words.edits.lengths import set_breakout, set_faster_or_slower, unchanged
from packages.domain.strategy.words.edits.levels import set_elided_level
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.edits.relative import change_by
from packages.domain.strategy.words.edits.reversal import repeated_reversal, reverse_side
from packages.domain.strategy.words.edits.settings import set_lengths, set_settings
from packages.domain.strategy.words.edits.trades import (
    EXITS,
    NAMED_EXITS,
    applied,
    bare_size,
    bracket_number,
    directives_in,
    instrument_only,
    remove_exit,
    set_directives,
)
from packages.domain.strategy.words.lexing.tokens import Tag, Token

Step = Callable[[EditPart], EditDone | None]


def replaced(part: EditPart) -> EditDone | None:
    """X with Y, in the orders that people say it."""
    sides = _old_and_new(part)
    if sides is None:
        return None
    old, new = sides
    new_tokens = part.chunks(new)
    symbols = (
        [word.value for word in old if word.kind is Tag.SYMBOL],
        [word.value for word in new if word.kind is Tag.SYMBOL],
    )
    if symbols[0] and symbols[1]:
        kinds = (Tag.SYMBOL, Tag.AND, Tag.LISTING, Tag.RULE_WORD, Tag.SET, Tag.TO, Tag.PRONOUN, Tag.COMMA)
        if any(word.kind not in kinds for word in [*old, *new]):
            return None
        return _swap_tickers(part, symbols[0], symbols[1])
    if symbols[0]:
        return None
    directives = directives_in(new_tokens)
    if directives and not any(token.kind is Tag.CONDITION for token in new_tokens):
        done = applied(part, new_tokens)
        named = [kind for word in old for kind in NAMED_EXITS.get(word.kind, ())]
        mine = {EXITS[each.name][0] for each in directives if each.name in EXITS}
        if done is not None and named and not set(named) & mine:
            part.draft.remove_exits(*named)
        return done
    if any(token.kind is Tag.ACTION for token in new_tokens):
        return add_condition(EditPart(new, part.draft, part.text))
    return replace_indicator(part, old, new)


def _swap_tickers(part: EditPart, old: list[str], new: list[str]) -> EditDone | None:
    universe = part.draft.document["universe"]
    if any(symbol not in universe["tickers"] for symbol in old):
        return None
    kept = [symbol for symbol in universe["tickers"] if symbol not in old]
    universe["tickers"] = [*kept, *new]
    universe["market"] = parse_symbol(new[0]).market.value
    return EditDone("instrument", "/universe/tickers")


def _old_and_new(part: EditPart) -> tuple[list[Token], list[Token]] | None:
    words = part.words
    place = part.place(Tag.INSTEAD)
    if place is not None and words[place + 1 :] and words[:place]:
        return words[place + 1 :], words[:place]
    place = part.place(Tag.NOT)
    if place is not None and words[:place] and words[place + 1 :] and directives_in(part.chunks(words[:place])):
        return words[place + 1 :], words[:place]
    place = part.place(Tag.REPLACE)
    if place is not None:
        before, after = words[:place], words[place + 1 :]
        verb = words[place].value
        if verb == "by" and before and after:
            return after, before
        if verb == "to" and before and after:
            return before, after
        return _around_with(after) if not before else (before, after) if after else None
    place = next((each for each, word in enumerate(words) if word.kind is Tag.SET and word.value == "to"), None)
    if place and words[place + 1 :]:
        return words[:place], words[place + 1 :]
    return None


def _around_with(words: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """Replace X with Y; swap X for Y leaves nothing between the two."""
    if all(word.kind in (Tag.SYMBOL, Tag.AND, Tag.LISTING) for word in words) and len(words) > 3:
        return words[:1], words[1:]
    joint = next((place for place, word in enumerate(words) if word.kind is Tag.AND), None)
    if joint is not None:
        return words[:joint], words[joint + 1 :]
    if len(words) == 2:
        return words[:1], words[1:]
    return ([], words) if words else None


STEPS: tuple[Step, ...] = (
    unchanged,
    change_by,
    set_faster_or_slower,
    set_breakout,
    swap_average_kind,
    set_level,
    set_elided_level,
    replaced,
    set_settings,
    set_lengths,
    bracket_number,
    set_directives,
    bare_size,
    instrument_only,
    reverse_side,
    repeated_reversal,
    any_is_enough,
    remove_exit,
    remove_conditions,
    add_volume_filter,
    add_condition,
)
