"""Rules the other way round: every condition is mirrored, or it is told which one has no mirror."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.model import WordedEdit
from packages.domain.strategy.words.reading import rules_in


def reversed_by(edit: str, rules: str) -> tuple[dict[str, Any], WordedEdit]:
    document: Any = rules_in(rules).document
    done = edit_in(edit, document)
    after: Any = apply_patch(document, done.operations)
    return after, done


def conditions(document: dict[str, Any]) -> list[tuple[Any, str, Any]]:
    side = document["trade"]["short"]
    held = [side["entry"], *(each for each in side["exits"] if each["type"] == "signal_exit")]
    atoms = [atom for each in held for atom in each["condition"].get("all", [each["condition"]])]
    return [tuple(body.values()) for atom in atoms for body in atom.values()]


@pytest.mark.parametrize("edit", ["make it short", "改成做空"])
def test_an_oscillators_levels_are_mirrored_with_its_comparisons(edit: str) -> None:
    after, done = reversed_by(edit, "buy AAPL when RSI(14) is below 25, sell when RSI(14) is above 70, stop 5%")
    rsi = {"ref": "rsi_14"}
    assert conditions(after) == [(rsi, "gt", 75), (rsi, "lt", 30)]
    assert done.not_understood == ()
    assert [each.code for each in done.assumed] == ["mirrored"]


@pytest.mark.parametrize("edit", ["make it short", "改成做空"])
def test_highs_are_mirrored_as_lows_and_bands_as_the_other_band(edit: str) -> None:
    after, _ = reversed_by(edit, "buy AAPL when price breaks above the 20-day high, sell below the 10-day low")
    assert {each["type"] for each in after["factors"].values()} == {"lowest", "highest"}
    assert [each[1] for each in conditions(after)] == ["lt", "gt"]
    assert [after["factors"][each[2]["ref"]]["params"]["period"] for each in conditions(after)] == [20, 10]
    after, _ = reversed_by(edit, "buy AAPL when close is below the lower bollinger band, sell above the middle band")
    assert [each[2]["ref"].partition(".")[2] for each in conditions(after)] == ["upper", "middle"]


def test_what_has_no_direction_stays() -> None:
    rules = "buy AAPL when RSI(14) is below 30 and volume is above its 20-day average and ADX(14) is above 25, stop 5%"
    after, _ = reversed_by("make it short", rules)
    assert [each[1] for each in conditions(after)] == ["gt", "gt", "gt"]
    assert conditions(after)[2][2] == 25


@pytest.mark.parametrize("edit", ["make it short", "改成做空"])
def test_a_price_has_no_mirror_so_nothing_changes_and_the_condition_is_told(edit: str) -> None:
    after, done = reversed_by(edit, "buy AAPL when close is above 100, sell when close is below 90")
    assert "short" not in after["trade"]
    assert (done.operations, done.not_understood, done.is_edit) == ([], (edit,), True)
    assert done.no_mirror == {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 100}}
