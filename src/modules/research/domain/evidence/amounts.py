"""Whether a number in a text is the number of a row, as far as the digits that are shown can tell."""

from decimal import Decimal

from src.modules.research.domain.evidence.numbers import Stated

_HALF = Decimal("0.5000001")
# A round number with about or 约 in front of it may stand for a stretch that is this wide.
_ROUGHLY = Decimal("0.10")
_UNIT_SLIPS = frozenset({2, 3, 4, 5, 6, 8})


def same_amount(stated: Stated, value: Decimal) -> bool:
    """Regardless of sign. Over and under (超 12 亿, nearly 13 billion) reach a whole step to their side."""
    scale = stated.unit.scale
    said, meant, step = abs(stated.value) * scale, abs(value), stated.step * scale
    if abs(said - meant) <= step * _HALF:
        return True
    if not stated.about:
        return False
    reach = max(step, min(_roundness(stated) * scale, said * _ROUGHLY))
    if stated.about == "over":
        return 0 <= meant - said < reach
    if stated.about == "under":
        return 0 <= said - meant < reach
    return abs(said - meant) <= reach * _HALF


def _roundness(stated: Stated) -> Decimal:
    """The worth of the last digit that is not a zero: 100 of 1200, a tenth of 12.0."""
    if stated.step < 1 or not stated.value:
        return stated.step
    return Decimal(1).scaleb(int(stated.value.normalize().as_tuple().exponent))


def off_by_unit(stated: Stated, value: Decimal) -> bool:
    """Whether the digits are right and only 万, 亿, million, % or bp are not."""
    said = abs(stated.value * stated.unit.scale)
    if not said or not value:
        return False
    power = (said / abs(value)).log10()
    near = power.to_integral_value()
    return abs(int(near)) in _UNIT_SLIPS and abs(power - near) < Decimal("0.01")
