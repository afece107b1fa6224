"""What reading rules costs grows with the length of the message and no faster, and a message beyond a bound is told."""

from collections.abc import Callable
from itertools import count

import pytest

from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import MOST_WORDS, rules_in
from tests.effort import first_of
from tests.timing import growth

pytestmark = pytest.mark.slow

RULES = "buy AAPL when RSI(14) is below 30, sell when RSI(14) is above 70"
FEW, TIMES = 9, 4
_NUMBERS = count(1)
FLOODS: dict[str, Callable[[int], str]] = {
    "conditions": lambda times: "Buy AAPL when " + " and ".join(f"RSI({n % 50 + 2}) < 30" for n in range(times)),
    "ways in": lambda times: (
        "Buy AAPL when " + " or ".join(f"close above the {n}-day average" for n in range(5, times))
    ),
    "条件": lambda times: "买入苹果：" + "，".join(f"RSI低于{n % 50 + 2}" for n in range(times)),
    "brackets": lambda times: "buy when " + "(" * times * 3 + "RSI < 30" + ")" * times * 3,
    "numbers": lambda times: "5 " * times * 6,
    "small words": lambda times: "的" * times * 6,
    "stops": lambda times: "make the stop 5%, " * times,
}


@pytest.mark.parametrize("flood", first_of(list(FLOODS), 3))
def test_reading_costs_in_proportion_to_the_length_of_a_message(flood: str) -> None:
    few, many = FLOODS[flood](FEW), FLOODS[flood](FEW * TIMES)
    costs = growth(_read_anew, few, many, TIMES)
    assert costs.within_bounds, costs


@pytest.mark.parametrize("flood", FLOODS)
def test_a_message_beyond_the_bound_is_told_whole(flood: str) -> None:
    text = FLOODS[flood](MOST_WORDS)
    document = rules_in(RULES).document
    assert document is not None
    read, edit = rules_in(text), edit_in(text, document)
    assert (read.document, read.clauses, read.not_understood) == (None, (), (text,))
    assert (edit.operations, edit.not_understood) == ([], (text,))


def test_rules_of_many_clauses_are_within_the_bound() -> None:
    clauses = ", and ".join(f"the close is above its {10 + each * 7}-day average" for each in range(20))
    assert rules_in(f"Buy AAPL when {clauses}. Sell when RSI(14) is above 70.").document is not None


def _read_anew(text: str) -> None:
    """As a message of its own, of which nothing is known from the one before."""
    document = rules_in(RULES).document
    assert document is not None
    anew = f"{text} {next(_NUMBERS)}"
    rules_in(anew)
    edit_in(anew, document)
