"""Every finished stress test of the same rules, and the joint verdict: the worst of those that ask the same question.

Two attempts ask the same question when they test the same rules under any name, are held against the same limits, trade
overlapping days, and no figure of their terms differs by more than a tenth. A later attempt sets an earlier one aside
only when it covers all its days and has at least a quarter more. Only tests of all parts rule.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from packages.domain.stress.findings import Ruling

_SAME_TERMS = 0.1
_MORE_DAYS = 1.25


@dataclass(frozen=True, slots=True)
class StressAttempt:
    """A finished stress test as it stays when the test itself is deleted. `rules` are without names; `is_own_seed` says
    that the seed followed from the content; None for a day leaves that end open."""

    stress_report_id: str
    owner_id: str
    rules: str
    limits: str
    ruling: Ruling
    seed: int
    is_own_seed: bool
    is_whole: bool
    declared_trials: int
    trials: int
    first_day: date | None
    last_day: date | None
    terms: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class JointVerdict:
    """`ruling` is the worst of `counted`; `attempts` are all of the same rules, oldest first. None where no test of all
    parts was finished."""

    ruling: Ruling | None
    counted: tuple[StressAttempt, ...]
    attempts: tuple[StressAttempt, ...]


def joint_verdict(stress_report_id: str, attempts: Sequence[StressAttempt]) -> JointVerdict:
    """Over all `attempts` at the rules of the one that is asked for."""
    every = tuple(sorted(attempts, key=lambda each: (each.created_at, each.stress_report_id)))
    asked = next((each for each in every if each.stress_report_id == stress_report_id), None)
    if asked is None:
        return JointVerdict(None, (), every)
    alike = [each for each in every if each.is_whole and is_same_question(each, asked)]
    counted = tuple(each for each in alike if not any(_sets_aside(later, each) for later in alike))
    return JointVerdict(worst_of([each.ruling for each in counted]), counted, every)


def worst_of(rulings: Sequence[Ruling]) -> Ruling | None:
    return max(rulings, key=list(Ruling).index, default=None)


def is_same_question(one: StressAttempt, other: StressAttempt) -> bool:
    if (one.rules, one.limits) != (other.rules, other.limits) or not _overlap(one, other):
        return False
    mine, theirs = (dict(_figures(each.terms)) for each in (one, other))
    return all(_close(mine.get(name, 0.0), theirs.get(name, 0.0)) for name in {*mine, *theirs})


def _sets_aside(later: StressAttempt, earlier: StressAttempt) -> bool:
    if None in (later.first_day, later.last_day, earlier.first_day, earlier.last_day):
        return False
    covers = _first(later) <= _first(earlier) and _last(later) >= _last(earlier)
    return later.created_at > earlier.created_at and covers and _days(later) >= _MORE_DAYS * _days(earlier)


def _overlap(one: StressAttempt, other: StressAttempt) -> bool:
    return _first(one) <= _last(other) and _first(other) <= _last(one)


def _first(of: StressAttempt) -> date:
    return of.first_day or date.min


def _last(of: StressAttempt) -> date:
    return of.last_day or date.max


def _days(of: StressAttempt) -> int:
    return (_last(of) - _first(of)).days + 1


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME_TERMS * max(abs(one), abs(other))


def _figures(terms: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, float]]:
    for name, value in terms.items():
        if isinstance(value, Mapping):
            yield from _figures(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", float(value)
