"""Two runs on the same rows as one."""

from src.modules.audit.domain.answers import asked_twice
from tests.src.modules.audit.making import answers


def test_who_is_asked_twice_leans_in_the_middle_and_wanders_by_the_difference() -> None:
    both = asked_twice(answers(0.6, technical_analyst=0.6), answers(0.5, technical_analyst=0.2)).experts
    found = both["technical_analyst"]
    assert (round(found.lean, 3), round(found.wander, 3), found.side) == (0.4, 0.4, 1)


def test_who_takes_two_sides_has_none() -> None:
    both = asked_twice(answers(technical_analyst=0.6), answers(technical_analyst=-0.2))
    assert both.experts["technical_analyst"].side is None


def test_who_answered_once_only_said_what_was_said_then() -> None:
    both = asked_twice(answers(0.6, technical_analyst=0.6), answers(None, macro_intelligence=0.2))
    assert (both.lean("technical_analyst"), both.lean("macro_intelligence"), both.probability) == (0.6, 0.2, 0.6)
    assert asked_twice(answers(None), answers(0.7)).probability == 0.7
