"""What the classifier sees of a message: its words and characters, its amounts by size, questions and conditions.

A feature is a string; the place of its weight is a checksum of it, so that no list of words has to be kept.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice, pairwise
from zlib import crc32

from packages.domain.conversation.understanding.amounts.lengths import lengths
from packages.domain.conversation.understanding.amounts.rates import rates
from packages.domain.conversation.understanding.amounts.shares import shares
from packages.domain.conversation.understanding.amounts.since import elapsed
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.clauses import every_clause, is_conditional
from packages.domain.conversation.understanding.lexicon.spelling import plain

PLACES = 1 << 17
_LONGEST = 240  # characters that are looked at
_RUN = re.compile(r"[\u3400-\u9fff]+|[a-z']+|\d+(?:\.\d+)?|[?!%]|[\U0001F300-\U0001FAFF]")
_DENIAL = re.compile(r"^(?:not?|never|nothing|without|hardly|neither|nor|cannot|\w+n't|don|dont|cant|isnt)$")
_DENIED_WORDS = 4  # after a denial
_STEM = 5
_YEAR = 365.25
_YEARS = (1.0, 3.0, 4.99, 5.01)
_DAYS = (1 / 24, 0.99, 1.01, 6.5, 8.5, 13.5)
_PARTS = (0.041, 0.0499, 0.1001, 0.125, 0.1499, 0.2001, 0.2499, 0.2999, 0.4001, 0.4999)
_TIMES = (0.199, 0.21, 0.955, 1.05)


def features(text: str, today: date | None) -> list[int]:
    """The places of a message's features, in order."""
    words = plain(text).casefold()[:_LONGEST]
    found = {*_spelt(words), *_measured(words, today)}
    return sorted({crc32(each.encode()) % PLACES for each in found})


def is_measured(words: str, today: date | None) -> bool:
    """Whether a message names an amount."""
    if any(letter.isdigit() for letter in words):
        return True
    return bool(lengths(words) or rates(words) or shares(words)) or any(True for _ in elapsed(words, today))


def is_measured_for(question: str, words: str, today: date | None) -> bool:
    """Whether it names an amount of the kind that answers the question."""
    match question:
        case "trading_years_bucket":
            return bool(lengths(words)) or any(True for _ in elapsed(words, today, asked=True))
        case "holding_period_bucket":
            return bool(lengths(words))
        case "risk_tolerance" | "return_expectation":
            return bool(shares(words))
        case "opportunity_frequency_bucket":
            return bool(rates(words))
        case _:
            return False


def _spelt(words: str) -> Iterator[str]:
    runs = _RUN.findall(words)
    yield f"n:{min(len(runs), 8)}"
    yield f"first:{runs[0][:6]}" if runs else "empty"
    yield f"last:{runs[-1][-3:]}" if runs else "empty"
    for before, after in pairwise(("^", *runs, "$")):
        if before.isascii() or after.isascii():
            yield f"2:{before[-2:] if not before.isascii() else before} {after[:2] if not after.isascii() else after}"
    denied = 0
    for run in runs:
        denied = _DENIED_WORDS if _DENIAL.match(run) else denied - 1
        yield from _of_run(run, is_denied=denied >= 0 and not _DENIAL.match(run))


def _of_run(run: str, *, is_denied: bool) -> Iterator[str]:
    if not run.isascii():
        for size in (1, 2, 3, 4):
            yield from (f"c:{run[at : at + size]}" for at in range(len(run) - size + 1))
        return
    yield f"w:{run}"
    if is_denied:
        yield f"not:{run}"
    if len(run) > _STEM:
        yield f"stem:{run[:_STEM]}"
        yield from (f"4:{run[at : at + 4]}" for at in range(len(run) - 3))


def _measured(words: str, today: date | None) -> Iterator[str]:
    for each in islice(lengths(words), 3):
        yield from _sized("year", each, _YEARS, _YEAR)
        yield from _sized("day", each, _DAYS, 1.0)
    for each in islice(rates(words), 3):
        yield from _sized("rate", each, _TIMES, 1.0)
    for each in islice(shares(words), 3):
        yield from _sized("part", each, _PARTS, 1.0)
    for began in islice(elapsed(words, today), 2):
        yield f"since:{_step(began.value, _YEARS)}"
    if is_conditional(words):
        yield "if"
    for clause in islice(every_clause(words), 6):
        yield "asks" if clause.is_question else "states" if clause.is_stated else "reports"


def _sized(name: str, amount: StatedAmount, steps: Sequence[float], unit: float) -> Iterator[str]:
    yield f"{name}:{_step(amount.value / unit, steps)}"
    yield f"{name}-to:{_step(amount.high / unit, steps)}"
    if amount.vague:
        yield f"{name}:vague"


def _step(value: float, steps: Sequence[float]) -> int:
    return sum(value > step for step in steps)
