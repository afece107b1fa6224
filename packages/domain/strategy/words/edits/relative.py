"""Edits by an amount: 5 less, a fifth wider, twice as long. What a number is changed by is never its new value."""

from packages.domain.strategy.words.edits.amounts import (
    Amount,
    ScaledBy,
    amount_in,
    quantities,
    says_how_much,
    says_relative,
)
from packages.domain.strategy.words.edits.numbers import LENGTH, SHARE, EditedNumber, numbers_named
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Assumed, assumed
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.lexing.tokens import Duration, Tag

_SILENT = (
    Tag.SET, Tag.TO, Tag.PRONOUN, Tag.THEN, Tag.ALSO, Tag.POINTS, Tag.PER_TRADE, Tag.LINE, Tag.RULE_WORD, Tag.FROM,
    Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.HOLD, Tag.SIZE, Tag.RISK, Tag.PORTION, Tag.EQUITY, Tag.SETTING,
    Tag.INDICATOR, Tag.ACTION, Tag.STATE, Tag.AVERAGE, Tag.TIME_UNIT, Tag.FILTER, Tag.ADD, Tag.FILLER, Tag.INSTEAD,
    Tag.ONLY, Tag.AND, Tag.PERCENT, Tag.MULTIPLE, Tag.FRACTION, Tag.DOUBLE, Tag.DURATION, Tag.NUMBER, Tag.OUTPUT,
)  # fmt: skip


def change_by(part: EditPart) -> EditDone | None:
    """Of one number, or of the same one on both sides."""
    if not says_how_much(part) or any(token.kind not in _SILENT for token in quantities(part.words)):
        return None
    amount, numbers = amount_in(part), numbers_named(part)
    if amount is None or not numbers or len({(each.kind, each.value) for each in numbers}) != 1:
        return None
    if len(numbers) > len(part.sides):
        return None
    made = _changed(part, numbers[0], amount)
    if made is None or made[0] <= 0 < numbers[0].value:
        return None
    for each in numbers:
        each.put(made[0])
    return EditDone(numbers[0].kind, numbers[0].pointer, made[1])


def _changed(part: EditPart, number: EditedNumber, amount: Amount) -> tuple[int | float, tuple[Assumed, ...]] | None:
    """The new value, and what was taken for granted; None where the amount does not measure this number."""
    if isinstance(amount, ScaledBy):
        is_open = amount.may_be_value and number.kind == "stop" and number.measure != SHARE
        return None if is_open else (_whole(number, number.value * amount.value), ())
    if amount.is_share:
        is_part = number.kind == "size" and says_relative(part)
        if number.measure == SHARE and (amount.is_points or (abs(amount.value) < number.value and not is_part)):
            assumptions = () if amount.is_points else (assumed("as_points", value=plain(abs(amount.value) * 100)),)
            return plain(number.value + amount.value), assumptions
        if amount.is_points and number.measure != SHARE:
            return _whole(number, number.value + amount.value * 100), ()
        share = plain(abs(amount.value) * 100)
        return _whole(number, number.value * (1 + amount.value)), (assumed("as_share", value=share),)
    if amount.unit:
        bars = SentenceContext(str(part.draft.document["timeframe"])).bars_of(Duration(abs(amount.value), amount.unit))
        if bars is None or number.measure != LENGTH:
            return None
        return int(number.value + (bars if amount.value > 0 else -bars)), ()
    if number.measure == SHARE:
        points = plain(abs(amount.value))
        return plain(number.value + amount.value / 100), (assumed("points_as_percent", value=points),)
    return _whole(number, number.value + amount.value), ()


def _whole(number: EditedNumber, value: float) -> int | float:
    return max(round(value), 1) if number.measure == LENGTH else plain(value)
