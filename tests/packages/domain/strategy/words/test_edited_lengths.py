"""Edits of lengths, old values that are named beside new ones, and what stays as it is."""

import json
from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in


def edited(rules: str, edit: str) -> tuple[str, tuple[str, ...]]:
    document: Any = rules_in(rules, default_symbol="ACME").document
    done = edit_in(edit, document)
    return json.dumps(apply_patch(document, done.operations)), done.not_understood


CROSS = "buy when the 20-day average crosses above the 60-day average, stop 5%, target 10%"
BREAKOUT = "buy on a 20-day breakout, sell at the 10-day low"


@pytest.mark.parametrize(
    ("rules", "edit", "wanted"),
    [
        (CROSS, "快线改成10日", '"period": 10'),
        (CROSS, "the slow one should be 100", '"period": 100'),
        (CROSS, "止盈提高到20%，止损不变", '"value": 0.2'),
        (CROSS, "stop 3%, not 5%", '"value": 0.03'),
        (BREAKOUT, "55 day breakout", '"period": 55'),
        (BREAKOUT, "突破周期从20日改到60日", '"period": 60'),
    ],
)
def test_a_length_or_a_value_is_changed_and_nothing_is_left_to_tell(rules: str, edit: str, wanted: str) -> None:
    after, untold = edited(rules, edit)
    assert wanted in after
    assert untold == ()


def test_what_is_to_stay_stays() -> None:
    assert '"value": 0.05' in edited(CROSS, "止盈提高到20%，止损不变")[0]


def test_a_number_without_its_indicator_is_no_price_in_an_edit() -> None:
    after, untold = edited("buy when RSI is below 30", "buy when it drops below 35")
    assert '"ref": "close"' not in after or untold


@pytest.mark.parametrize(
    ("said", "before", "after"),
    [
        ("把5日换成10日", (5, 20), {10, 20}),
        ("10日改成20日吧", (10, 30), {20, 30}),
        ("把30日换成60日", (10, 30), {10, 60}),
        ("change 50 to 30", (50, 200), {30, 200}),
        ("swap the 30-day for a 40-day", (30, 90), {40, 90}),
        ("change the 200-day average to the 150-day average", (50, 200), {50, 150}),
    ],
)
def test_the_average_of_the_old_length_is_the_one_that_changes(
    said: str, before: tuple[int, int], after: set[int]
) -> None:
    sentence = (
        f"Buy AAPL when the {before[0]}-day average crosses above the {before[1]}-day, sell when it crosses below"
    )
    document = rules_in(sentence).document
    assert document is not None
    edit = edit_in(said, document)
    changed: Any = apply_patch(document, edit.operations)
    assert {each["params"]["period"] for each in changed["factors"].values()} == after
    assert [clause.quote for clause in edit.clauses] == [said.removeprefix("把").removesuffix("吧")]
    assert edit.not_understood == ()


@pytest.mark.parametrize(
    ("said", "after"),
    [("use the 30-day instead of the 20-day", {30, 50}), ("use the 100-day instead of the 50-day", {20, 100})],
)
def test_of_two_averages_the_one_with_the_old_length_is_replaced(said: str, after: set[int]) -> None:
    rules = "buy when the 20-day average crosses above the 50-day average, sell when it crosses below"
    changed, untold = edited(rules, said)
    assert {each["params"]["period"] for each in json.loads(changed)["factors"].values()} == after
    assert untold == ()


def test_a_length_that_no_average_has_is_quoted_and_nothing_is_replaced() -> None:
    changed, untold = edited(CROSS, "use the 70-day instead of the 40-day")
    assert {each["params"]["period"] for each in json.loads(changed)["factors"].values()} == {20, 60}
    assert untold
