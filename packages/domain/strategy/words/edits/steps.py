"""The kinds of edits that are understood, each tried on a part of a message until one fits."""

from collections.abc import Callable
from dataclasses import replace

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.words.edits.conditions import (
    add_condition,
    add_volume_filter,
    any_is_enough,
)
from packages.domain.strategy.words.edits.indicators import (
    replace_indicator,
    set_level,
    swap_average_kind,
)
from packages.domain.strategy.words.edits.lengths import set_breakout, set_faster_or_slower, set_only_average, unchanged
from packages.domain.strategy.words.edits.levels import set_elided_level
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.edits.relative import change_by
from packages.domain.strategy.words.edits.removals import remove_conditions, remove_exit_conditions
from packages.domain.strategy.words.edits.reversal import repeated_reversal, reverse_side
from packages.domain.strategy.words.edits.settings import set_lengths, set_settings
from packages.domain.strategy.words.edits.swaps import all_are_needed, set_volume_times, swap_lengths, swap_number
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
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag, Token

Step = Callable[[EditPart], EditDone | None]


def replaced(part: EditPart) -> EditDone | None:
    """X with Y, in the orders that people say it."""
    sides = _old_and_new(part)
    if sides is None:
        return None
    old, new = sides
    new = _named_as(old, new)
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
        exits = {**{name: kind for name, (kind, _) in EXITS.items()}, "time": "time_exit"}
        mine = {exits[each.name] for each in directives if each.name in exits}
        if done is not None and named and not set(named) & mine:
            part.draft.remove_exits(*named)
        return done
    if any(token.kind is Tag.ACTION for token in new_tokens):
        return add_condition(EditPart(new, part.draft, part.text))
    return replace_indicator(part, old, new)


_PARTS = (Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.HOLD, Tag.SIZE, Tag.PORTION)
_MEASURES = (
    Tag.NUMBER, Tag.PERCENT_SIGN, Tag.PERCENT_OF, Tag.TENTHS, Tag.TIME_UNIT, Tag.FRACTION, Tag.TIMES, Tag.CURRENCY,
    Tag.THOUSANDS,
)  # fmt: skip


def _named_as(old: list[Token], new: list[Token]) -> list[Token]:
    """最长拿七天缩短成三天, 满仓改六成, 60日线改成120日: a bare amount is one of what the old one was of."""
    if not all(word.kind in _MEASURES for word in new):
        return new
    named = next((word for word in old if word.kind in _PARTS), None)
    if named is not None and (len(old) > 1 or named.kind is Tag.PORTION):
        tag = Tag.SIZE if named.kind is Tag.PORTION else named.kind
        return [replace(named, kind=tag, value=None), *new]
    averages = [word for word in old if word.kind in (Tag.INDICATOR, Tag.DAY_LINE)]
    has_length = any(word.kind is Tag.NUMBER for word in old) and len(averages) == 1
    kind = "sma" if averages and averages[0].kind is Tag.DAY_LINE else averages[0].value if averages else None
    if has_length and kind in AVERAGES and [word.kind for word in new][1:] in ([], [Tag.TIME_UNIT]):
        return [*new, replace(averages[0], kind=Tag.INDICATOR, value=kind)]
    return new


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
        return _around_with(part, after) if not before else (before, after) if after else None
    place = next((each for each, word in enumerate(words) if word.kind is Tag.SET and word.value == "to"), None)
    if place and words[place + 1 :]:
        return words[:place], words[place + 1 :]
    return None


def _around_with(part: EditPart, words: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """Replace X with Y; swap X for Y leaves nothing between the two."""
    if _is_exit_for_another(part, words):
        return words[:1], words[1:]
    if all(word.kind in (Tag.SYMBOL, Tag.AND, Tag.LISTING) for word in words) and len(words) > 3:
        return words[:1], words[1:]
    joint = next((place for place, word in enumerate(words) if word.kind is Tag.AND), None)
    if joint is not None:
        return words[:joint], words[joint + 1 :]
    exits = next((place for place, word in enumerate(words) if word.kind is Tag.ACTION and word.value == "exit"), None)
    if exits is not None and words[exits + 1 :]:
        return words[: exits + 1], words[exits:]
    if len(words) == 2:
        return words[:1], words[1:]
    return ([], words) if words else None


def _is_exit_for_another(part: EditPart, words: list[Token]) -> bool:
    """`Swap the trailing stop for a 4% stop and an 8% target`: no word stands between the old and the new."""
    names = [word for word in words if word.kind in NAMED_EXITS]
    is_led = bool(words) and words[0].kind in NAMED_EXITS and len(words) > 1 and words[1].kind in _MEASURES
    return is_led and len(names) > 1 and not any(part.quote([word]).lower() == "with" for word in words)


STEPS: tuple[Step, ...] = (
    unchanged,
    change_by,
    set_faster_or_slower,
    set_breakout,
    set_only_average,
    swap_average_kind,
    set_level,
    set_elided_level,
    set_volume_times,
    swap_lengths,
    swap_number,
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
    all_are_needed,
    remove_exit,
    remove_conditions,
    remove_exit_conditions,
    add_volume_filter,
    add_condition,
)
