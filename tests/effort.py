"""How much the tests try: a part of it in `make test`, all of it in `make trust`, which sets PARLEY_TESTS=thorough."""

import os
from collections.abc import Iterable, Sequence

import pytest

THOROUGH = os.environ.get("PARLEY_TESTS") == "thorough"


def examples(full: int) -> int:
    """How many examples of a property to try: a tenth of them in `make test`, yet never fewer than ten of more."""
    return full if THOROUGH else min(full, max(10, full // 10))


def first_of(values: Sequence[object], now: int = 1) -> list[object]:
    """The first few for `make test`; the others are for `make trust`."""
    return [*values[:now], *(in_trust(value) for value in values[now:])]


def in_trust(*values: object) -> object:
    """A case for `make trust`."""
    return pytest.param(*values, marks=pytest.mark.trust)


def seeds(now: int, full: int) -> list[object]:
    return first_of(range(full), now)


def by_turns(names: tuple[str, str], firsts: Iterable[object], seconds: Sequence[object]) -> pytest.MarkDecorator:
    """Each of the first with one of the second for `make test`, by turns; the other pairs are for `make trust`."""
    pairs = [
        pytest.param(first, second, marks=[] if (place + turn) % 2 else pytest.mark.trust)
        for place, first in enumerate(firsts)
        for turn, second in enumerate(seconds)
    ]
    return pytest.mark.parametrize(names, pairs)
