"""Edits by an amount: what a number changes by is never its new value."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

RULES = (
    "buy AAPL on daily bars when RSI(14) is below 30, sell when RSI(14) is above 70, stop 5%, target 10%, "
    "hold 20 days, 10% of equity"
)
CROSS = "buy AAPL when the 20-day average crosses above the 60-day average, stop 2 ATR, trailing stop 8%"


def edited(rules: str, edit: str) -> dict[str, Any]:
    """The rules by their parts, after an edit that leaves nothing unread."""
    document: Any = rules_in(rules).document
    done = edit_in(edit, document)
    assert done.operations
    assert done.not_understood == ()
    after: Any = apply_patch(document, done.operations)
    exits = {each["type"]: each for each in after["trade"]["long"]["exits"]}
    return {
        "entry": _level(after["trade"]["long"]["entry"]["condition"]),
        "exit": _level(exits["signal_exit"]["condition"]) if "signal_exit" in exits else None,
        "stop": exits["stop_loss"]["stop"]["value"],
        "target": exits["take_profit"]["target"]["value"] if "take_profit" in exits else None,
        "trailing": exits["trailing_stop"]["stop"]["value"] if "trailing_stop" in exits else None,
        "hold": exits["time_exit"]["bars"] if "time_exit" in exits else None,
        "size": after["trade"]["long"]["position_sizing"]["pct"],
        "periods": sorted(each["params"]["period"] for each in after["factors"].values()),
    }


def _level(condition: Any) -> Any:
    return condition["cmp"]["right"] if "cmp" in condition else None


@pytest.mark.parametrize(
    ("edit", "part", "wanted"),
    [
        ("买入阈值降低5", "entry", 25),
        ("lower the entry threshold by 5", "entry", 25),
        ("降低买入阈值5个点", "entry", 25),
        ("entry 5 points lower", "entry", 25),
        ("RSI买入阈值提高5", "entry", 35),
        ("卖出阈值上调5", "exit", 75),
        ("raise the exit threshold by 5", "exit", 75),
        ("lower the stop by 1%", "stop", 0.04),
        ("止损放宽2%", "stop", 0.07),
        ("move the stop 1% closer", "stop", 0.04),
        ("widen the stop by 20%", "stop", 0.06),
        ("make the stop twice as wide", "stop", 0.1),
        ("make the stop half as wide", "stop", 0.025),
        ("止损放宽一倍", "stop", 0.1),
        ("止损放宽一半", "stop", 0.075),
        ("止损收紧一半", "stop", 0.025),
        ("止损收紧一倍", "stop", 0.025),
        ("止损改成两倍", "stop", 0.1),
        ("止盈变成一半", "target", 0.05),
        ("target 2 percentage points higher", "target", 0.12),
        ("lower the target by 2 points", "target", 0.08),
        ("double the holding time", "hold", 40),
        ("持有时间延长5天", "hold", 25),
        ("hold 5 days longer", "hold", 25),
        ("少拿3天", "hold", 17),
        ("hold twice as long", "hold", 40),
        ("持仓时间减半", "hold", 10),
        ("shorten the RSI period by 4", "periods", [10]),
        ("RSI周期加倍", "periods", [28]),
        ("half as much", "size", 0.05),
        ("halve the position", "size", 0.05),
        ("仓位减少5个百分点", "size", 0.05),
        ("仓位加5%", "size", 0.15),
        ("increase the size by 50%", "size", 0.15),
    ],
)
def test_a_number_changes_by_so_much_and_not_to_it(edit: str, part: str, wanted: object) -> None:
    assert edited(RULES, edit)[part] == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("edit", "size"),
    [
        ("use 20% less", 0.4),
        ("fine, but use 20% less", 0.4),
        ("only half the money", 0.25),
        ("reduce the position by 25%", 0.375),
        ("cut the size in half", 0.25),
        ("halve it", 0.25),
        ("half the size", 0.25),
        ("only use 30% of my capital", 0.3),
        ("10% more", 0.55),
        ("a fifth less", 0.4),
        ("buy 20% less each time", 0.4),
        ("少投20%", 0.4),
        ("少用两成", 0.4),
        ("少买一成", 0.45),
        ("只用一半的钱", 0.25),
        ("资金少投一半", 0.25),
        ("仓位减半", 0.25),
        ("多投10%", 0.55),
        ("加到两倍", 1),
    ],
)
def test_a_share_more_or_less_without_a_word_of_what_is_one_of_the_size_that_is_used_now(
    edit: str, size: float
) -> None:
    document: Any = rules_in(RULES.replace("10% of equity", "50% of equity")).document
    after: Any = apply_patch(document, edit_in(edit, document).operations)
    assert after["trade"]["long"]["position_sizing"]["pct"] == pytest.approx(size)


@pytest.mark.parametrize("edit", ["paper", "I can lose 20%", "don't use half the money", "不要减半", "double it"])
def test_what_denies_it_or_leaves_open_what_grows_changes_no_size(edit: str) -> None:
    document: Any = rules_in(RULES).document
    assert edit_in(edit, document).operations == []


@pytest.mark.parametrize(
    ("edit", "part", "wanted"),
    [
        ("stop twice as wide", "stop", 4),
        ("移动止损收紧一半", "trailing", 0.04),
        ("shorten the slow average by 10 days", "periods", [20, 50]),
        ("慢线缩短10天", "periods", [20, 50]),
    ],
)
def test_it_does_so_for_multiples_of_the_range_and_for_lengths(edit: str, part: str, wanted: object) -> None:
    assert edited(CROSS, edit)[part] == pytest.approx(wanted)


@pytest.mark.parametrize(
    "edit",
    [
        "raise the RSI threshold by 5",  # that of buying, or that of selling
        "lower the entry threshold 5",  # by 5, or to 5
        "止损放宽两倍",  # two times, or three
        "lower the entry threshold by 40",
    ],
)
def test_an_amount_that_leaves_something_open_changes_nothing_and_is_quoted(edit: str) -> None:
    document: Any = rules_in(RULES).document
    done = edit_in(edit, document)
    assert (done.operations, done.not_understood, done.is_edit) == ([], (edit,), True)


@pytest.mark.parametrize(
    ("edit", "code"), [("lower the stop by 1%", "as_points"), ("widen the stop by 20%", "as_share")]
)
def test_how_a_percentage_of_a_percentage_was_read_is_told(edit: str, code: str) -> None:
    document: Any = rules_in(RULES).document
    assert [each.code for each in edit_in(edit, document).assumed] == [code]
