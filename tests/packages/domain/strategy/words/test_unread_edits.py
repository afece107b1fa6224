"""What an edit says and nobody read is quoted, and what it leaves out is taken from the rules that there are."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

RULES = "buy AAPL when RSI(14) is below 30, sell when RSI(14) is above 70, stop 5%"


def document() -> Any:
    return rules_in(RULES).document


@pytest.mark.parametrize(
    "edit",
    ["make the stop a bit more clever", "change the entry to be smarter", "把止损改得聪明一些", "把买入条件改得灵活些"],
)
def test_a_change_of_the_rules_that_was_not_read_is_an_edit_and_is_quoted(edit: str) -> None:
    done = edit_in(edit, document())
    assert (done.operations, done.is_edit) == ([], True)
    assert done.not_understood


@pytest.mark.parametrize("said", ["continue", "what is RSI?", "确认", "another instrument", "looks good"])
def test_words_about_something_else_are_no_edit(said: str) -> None:
    assert not edit_in(said, document()).is_edit


@pytest.mark.parametrize(
    ("edit", "entry", "exit_"),
    [
        ("buy below 25 not 30", 25, 70),
        ("buy below 25, not 30", 25, 70),
        ("低于25买入，不是30", 25, 70),
        ("25以下才买", 25, 70),
        ("sell above 80 not 70", 30, 80),
        ("高于80卖出", 30, 80),
    ],
)
def test_a_new_level_without_its_indicator_is_that_of_the_rule_that_it_changes(
    edit: str, entry: int, exit_: int
) -> None:
    done = edit_in(edit, document())
    side: Any = apply_patch(document(), done.operations)
    side = side["trade"]["long"]
    levels = [each["condition"]["cmp"]["right"] for each in (side["entry"], side["exits"][0])]
    assert levels == [entry, exit_]
    assert [each.code for each in done.assumed] == ["level_of"]


def test_an_old_level_that_the_rules_do_not_have_is_quoted_with_the_new_one() -> None:
    done = edit_in("buy below 25 not 35", document())
    assert (done.operations, done.not_understood) == ([], ("buy below 25 not 35",))


@pytest.mark.parametrize("edit", ["remove the sell rule and hold 10 days", "去掉卖出规则，持有10天"])
def test_two_edits_in_one_sentence_are_both_read(edit: str) -> None:
    done = edit_in(edit, document())
    after: Any = apply_patch(document(), done.operations)
    exits = [each["type"] for each in after["trade"]["long"]["exits"]]
    assert (sorted(exits), done.not_understood) == (["stop_loss", "time_exit"], ())


@pytest.mark.parametrize("edit", ["no wait, sell at 65", "sell after ten days at most", "不对，65卖"])
def test_words_that_only_lead_to_a_change_are_not_quoted(edit: str) -> None:
    done = edit_in(edit, document())
    assert done.operations
    assert done.not_understood == ()


@pytest.mark.parametrize(
    "said", ["only buy on Mondays", "no stop loss, 5x leverage", "只在周一买", "不设止损，五倍杠杆"]
)
def test_a_wish_that_rules_have_no_place_for_is_an_edit_and_quoted_whole(said: str) -> None:
    done = edit_in(said, document())
    assert (done.operations, done.is_edit) == ([], True)
    assert all(part.strip() in " ".join(done.not_understood) for part in said.replace("，", ",").split(","))


@pytest.mark.parametrize("said", ["sell half at +5%", "take half off at +5%", "+5%卖一半", "赚5%先卖出三分之一"])
def test_a_sale_of_a_part_is_quoted_and_sells_no_whole_position(said: str) -> None:
    done = edit_in(said, rules_in(f"{RULES}, take profit 8%").document or {})
    assert (done.operations, done.is_edit) == ([], True)
    assert done.not_understood == (said,)


def test_a_sale_of_a_part_takes_nothing_from_the_change_beside_it() -> None:
    done = edit_in("make the stop 4%, sell half at +5%", document())
    assert [each["value"] for each in done.operations] == [0.04]
    assert done.not_understood == ("sell half at +5%",)
