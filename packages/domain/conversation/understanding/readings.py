"""What amounts in a person's words come to for a field: years, percents, times a day, and how long to hold."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.measures import SpokenAmount, lengths, percents, rates

YEAR = 365.25


@dataclass(frozen=True, slots=True)
class Hit:
    """A value that stands somewhere in a clause."""

    value: str
    start: int
    end: int


Scale = tuple[tuple[float, str], ...]

_YEARS: Scale = ((1, "years_0_1"), (3, "years_1_3"), (5, "years_3_5"), (float("inf"), "years_5_plus"))
_LOSS: Scale = ((0.15, "conservative"), (0.25, "moderate"), (0.40, "aggressive"), (float("inf"), "very_aggressive"))
_TIMES: Scale = ((0.2, "few_per_month"), (0.8, "few_per_week"), (1.05, "daily"), (float("inf"), "multiple_per_day"))
_HOLD: Scale = (
    (1 / 24, "intraday_scalp"),
    (1, "intraday"),
    (10.5, "swing_days"),
    (float("inf"), "position_weeks_plus"),
)
_DO = ("做", "炒", "交易", "投资", "经验", "入市", "玩", "trad", "invest", "experience", "market for")
_LOSE = ("亏", "损失", "回撤", "跌", "loss", "lose", "losing", "drawdown", "down")
_KEEP = ("持有", "持仓", "持股", "拿", "放", "hold", "held", "keep", "stay in")
_GROW = ("翻", "赚", "double", "收益")


def years(clause: Clause, *, asked: bool) -> Iterator[Hit]:
    """A few years may be two or six; a few months are less than one."""
    if not (asked or _names(clause, _DO)) or _names(clause, _GROW):
        return
    for length in _stated(clause, lengths(clause.text)):
        if not length.vague or length.value < YEAR:
            yield _hit(_YEARS, length.value / YEAR + 1e-9, length)


def loss(clause: Clause, *, asked: bool) -> Iterator[Hit]:
    """The limit itself belongs to the calmer answer: 15 % is conservative, as in the lab."""
    del asked
    if _names(clause, _LOSE):
        for percent in percents(clause.text):
            yield _hit(_LOSS, percent.value - 1e-9, percent)


def times(clause: Clause, *, asked: bool) -> Iterator[Hit]:
    del asked
    for rate in _stated(clause, rates(clause.text)):
        yield _hit(_TIMES, rate.value + 1e-9, rate)


def hold(clause: Clause, *, asked: bool) -> Iterator[Hit]:
    """One day is either within the day or over a night: nobody can tell."""
    if not (asked or _names(clause, _KEEP)):
        return
    for length in _stated(clause, lengths(clause.text)):
        if length.value != 1:
            yield _hit(_HOLD, length.value, length)


READINGS: Mapping[str, Callable[..., Iterator[Hit]]] = {
    "trading_years_bucket": years,
    "risk_tolerance": loss,
    "opportunity_frequency_bucket": times,
    "holding_period_bucket": hold,
}


def _names(clause: Clause, words: tuple[str, ...]) -> bool:
    text = clause.text.lower()
    return any(word in text for word in words)


def _stated(clause: Clause, amounts: list[SpokenAmount]) -> list[SpokenAmount]:
    return [amount for amount in amounts if not clause.denies(amount.start, amount.end)]


def _hit(scale: Scale, size: float, amount: SpokenAmount) -> Hit:
    bounds = [(float("-inf"), ""), *scale]
    value = next(name for (low, _), (high, name) in pairwise(bounds) if low <= size < high)
    return Hit(value, amount.start, amount.end)
