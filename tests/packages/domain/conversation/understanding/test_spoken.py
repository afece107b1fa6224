"""What people say in answer to the question asked: each line of `spoken.tsv` is a field, a value and a text."""

from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.folding import each

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 17)
PHASES = (
    tuple(field.name for field in KYC),
    tuple(field.name for field in PRE_STRATEGY),
    ("strategy_confirmed",),
    ("stress_test_decision",),
    ("deployment_target", "deployment_confirmation_status"),
)
SPOKEN: dict[tuple[str, str], list[str]] = defaultdict(list)
for line in Path(__file__).with_name("spoken.tsv").read_text(encoding="utf-8").splitlines():
    name, meaning, said = line.split("\t")
    SPOKEN[name, meaning].append(said)


def answers_to(field: str, text: str) -> dict[str, str]:
    names = next(names for names in PHASES if field in names)
    return dict(RuleUnderstanding().read(text, AskedFields(names, frozenset({field}), today=TODAY)).answers)


@each(("field", "value"), SPOKEN)
def test_an_answer_is_read_for_its_own_question_and_for_no_other(field: str, value: str) -> None:
    expected = {} if value == "-" else {field: value}
    read = {text: answers_to(field, text) for text in SPOKEN[field, value]}
    assert {text: found for text, found in read.items() if found != expected} == {}


def test_there_are_many_in_both_languages() -> None:
    texts = [text for each in SPOKEN.values() for text in each]
    assert len(texts) > 1_500
    assert sum(text.isascii() for text in texts) > 600
    assert sum(not text.isascii() for text in texts) > 600
