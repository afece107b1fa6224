"""Where one answer ends and the next begins; between two answers nobody can tell, and nothing is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from packages.domain.conversation.understanding.amounts.stated import StatedAmount

Scale = tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A value that stands somewhere in a clause; a `is_hint` counts only where nothing firmer is said."""

    value: str
    start: int
    end: int
    is_hint: bool = False


NEITHER = ""
YEARS: Scale = (
    (1, "years_0_1"), (3, "years_1_3"), (4.99, "years_3_5"), (5.008, NEITHER), (float("inf"), "years_5_plus"),
)  # fmt: skip
LOSS: Scale = (
    (0.1151, "conservative"), (0.1485, NEITHER), (0.2101, "moderate"), (0.2485, NEITHER), (0.4001, "aggressive"),
    (0.4799, NEITHER), (float("inf"), "very_aggressive"),
)  # fmt: skip
# The deepest drawdown of the calmer answer: who wants no more than that may mean either.
ON_THE_LINE = (0.15, 0.25)
GAIN: Scale = (
    (0.041, "capital_preservation"), (0.0495, NEITHER), (0.1051, "balanced_growth"), (0.145, NEITHER),
    (0.2551, "growth"), (0.2951, NEITHER), (float("inf"), "high_growth"),
)  # fmt: skip
TIMES: Scale = (
    (0.199, "few_per_month"), (0.21, NEITHER), (0.901, "few_per_week"), (1.15, "daily"),
    (float("inf"), "multiple_per_day"),
)  # fmt: skip
HOLD: Scale = (
    (1 / 24 - 1e-6, "intraday_scalp"), (0.999, "intraday"), (1.001, NEITHER), (6.9, "swing_days"), (8.5, NEITHER),
    (10.5, "swing_days"), (13.5, NEITHER), (float("inf"), "position_weeks_plus"),
)  # fmt: skip


def read_on(scale: Scale, amount: StatedAmount, factor: float = 1.0, *, is_hint: bool = False) -> Iterator[Hit]:
    """Where all of a range has one answer; its end may be where the next one begins."""
    low, high = amount.value * factor, amount.high * factor
    values = {
        _value(scale, low * 1.002 if high > low * 1.001 else low + 1e-9),
        _value(scale, high * 0.96 if high > low * 1.001 else high + 1e-9),
    }
    if len(values) == 1 and NEITHER not in values:
        yield Hit(values.pop(), amount.start, amount.end, is_hint)


def _value(scale: Scale, size: float) -> str:
    bounds = [(float("-inf"), ""), *scale]
    return next(name for (low, _), (high, name) in pairwise(bounds) if low <= size < high)
