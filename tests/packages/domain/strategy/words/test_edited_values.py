"""Edits that name what was there, complain of it, or ask for one thing more."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

RULES = (
    "buy AAPL on daily bars when RSI(2) is below 10 and price is above the 200-day average, "
    "sell when RSI(2) is above 80, stop 2.5 ATR, hold 7 days, 30% of equity"
)
CROSS = "buy AAPL when the 20-day average crosses above the 50-day average, stop 5%, $20000 per trade"


def edited(rules: str, edit: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The side after the edit, and its exits by kind."""
    document: Any = rules_in(rules).document
    after: Any = apply_patch(document, edit_in(edit, document).operations)
    side = after["trade"]["long"]
    return side, {each["type"]: each for each in side["exits"]}


@pytest.mark.parametrize("edit", ["最长拿七天缩短成三天", "持有7天改成3天"])
def test_a_new_amount_is_one_of_what_the_old_one_was_of(edit: str) -> None:
    assert edited(RULES, edit)[1]["time_exit"]["bars"] == 3


@pytest.mark.parametrize("edit", ["三成仓太重了，一成就够", "仓位太大，改成一成"])
def test_a_complaint_says_what_the_next_amount_is_of(edit: str) -> None:
    assert edited(RULES, edit)[0]["position_sizing"]["pct"] == 0.1


def test_what_is_too_often_hit_keeps_no_new_value_from_being_read() -> None:
    assert edited(RULES, "3 ATR, 2.5 gets hit too often")[1]["stop_loss"]["stop"]["value"] == 3


@pytest.mark.parametrize(
    "edit",
    [
        "the trend filter should look at the 100, not the 200",
        "200日线那个过滤改成100日",
        "use the 100-day average instead of the 200-day average",
    ],
)
def test_another_length_is_put_in_the_place_of_the_one_that_is_named(edit: str) -> None:
    assert "sma_100" in str(edited(RULES, edit)[0]["entry"])


@pytest.mark.parametrize("edit", ["20和50换成10和30", "快线换10，慢线换30"])
def test_both_averages_change_where_their_lengths_are_named(edit: str) -> None:
    entry = edited(CROSS, edit)[0]["entry"]["condition"]["cross"]
    assert (entry["a"]["ref"], entry["b"]["ref"]) == ("sma_10", "sma_30")


def test_an_amount_that_is_denied_after_a_comma_is_the_old_one() -> None:
    assert edited(CROSS, "一次买三万，不是两万")[0]["position_sizing"] == {"mode": "fixed_cash", "cash": 30000}


@pytest.mark.parametrize("edit", ["bail as well whenever price loses the 100 SMA", "跌破100日线也卖"])
def test_one_more_way_out_leaves_the_other(edit: str) -> None:
    assert len(edited(RULES, edit)[1]["signal_exit"]["condition"]["any"]) == 2


@pytest.mark.parametrize("edit", ["RSI(2)低于5才买", "only buy if RSI(2) is below 5"])
def test_another_level_of_what_is_compared_already_takes_its_place(edit: str) -> None:
    entry = edited(RULES, edit)[0]["entry"]["condition"]["all"]
    assert [each["cmp"]["right"] for each in entry] == [5, {"ref": "sma_200"}]


@pytest.mark.parametrize("edit", ["KDJ的K也得小于50", "enter only if ADX is also over 20"])
def test_a_word_for_also_within_a_condition_asks_for_one_more(edit: str) -> None:
    assert len(edited(RULES, edit)[0]["entry"]["condition"]["all"]) == 3


def test_any_of_several_becomes_all_of_them() -> None:
    rules = "buy AAPL when RSI is below 30 or price is below the lower band, sell when RSI is above 70"
    assert "all" in edited(rules, "两个条件必须同时满足才买")[0]["entry"]["condition"]


@pytest.mark.parametrize("edit", ["持有时间不限", "unlimited holding time"])
def test_what_is_not_limited_any_more_is_taken_out(edit: str) -> None:
    assert "time_exit" not in edited(RULES, edit)[1]


def test_a_new_time_to_hold_in_the_place_of_an_old_one_is_not_taken_out() -> None:
    assert edited(RULES, "持有7天换成10天")[1]["time_exit"]["bars"] == 10
