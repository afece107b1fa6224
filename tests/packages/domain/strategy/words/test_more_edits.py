"""Edits in the words of real people, one a mechanism, and the strategies that are none."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

RULES = (
    "buy AAPL when RSI(14) is below 30 and close is above the 100 day average, sell when RSI(14) is above 70, stop 5%"
)


def after(said: str, rules: str = RULES) -> Any:
    before = rules_in(rules).document
    assert before is not None
    return apply_patch(before, edit_in(said, before).operations)


def entry(document: Any) -> str:
    [side] = document["trade"].values()
    return str(side["entry"]["condition"])


def test_a_condition_that_is_added_to_the_way_in_leaves_the_others() -> None:
    changed = entry(after("买入条件加上MACD金叉"))
    assert "rsi_14" in changed
    assert "sma_100" in changed
    assert "cross_above" in changed


def test_or_buy_is_another_way_in_though_too_follows() -> None:
    assert entry(after("or buy if it's under the lower bollinger band too")).startswith("{'any'")


@pytest.mark.parametrize("said", ["use the 50-day instead", "fifty-day instead of the 100-day"])
def test_a_length_by_itself_is_of_the_one_average_that_there_is(said: str) -> None:
    assert "sma_50" in entry(after(said))


@pytest.mark.parametrize("said", ["get rid of the RSI exit", "去掉RSI卖出条件"])
def test_a_way_out_goes_by_what_is_in_it(said: str) -> None:
    changed = after(said)
    assert [each["type"] for each in changed["trade"]["long"]["exits"]] == ["stop_loss"]
    assert "rsi_14" in entry(changed)


@pytest.mark.parametrize(("said", "level"), [("sell later, at RSI 80", 80), ("sell higher, at 80", 80)])
def test_the_amount_after_the_word_that_leads_to_it_is_taken(said: str, level: int) -> None:
    [signal] = [each for each in after(said)["trade"]["long"]["exits"] if each["type"] == "signal_exit"]
    assert signal["condition"]["cmp"]["right"] == level


def test_rules_that_are_flipped_take_the_levels_that_follow() -> None:
    changed = after("flip it: short above 75, cover below 25", "buy AAPL when RSI < 30, sell when RSI > 70")
    assert list(changed["trade"]) == ["short"]
    assert "75" in entry(changed)


@pytest.mark.parametrize(
    "said",
    [
        "buy when RSI<30 and MFI<20, sell above 70",
        "RSI<30 and MFI<20, sell above 70",
        "RSI小于30且MFI小于20买，高于70卖",
        "buy when the 12-month return is positive, sell when it turns negative",
    ],
)
def test_a_strategy_of_its_own_is_not_mixed_with_the_rules_that_there_are(said: str) -> None:
    before = rules_in(RULES).document
    assert before is not None
    done = edit_in(said, before)
    assert done.operations == []
    assert done.not_understood != ()


@pytest.mark.parametrize("said", ["LGTM", "YES PLEASE", "WTF", "BRB"])
def test_capitals_that_are_no_known_instrument_name_none_by_themselves(said: str) -> None:
    assert after(said) == rules_in(RULES).document


@pytest.mark.parametrize(("said", "ticker"), [("NVDA", "NVDA"), ("use XYZQ", "XYZQ"), ("DEMO2.SH", "DEMO2.SH")])
def test_a_known_instrument_a_code_and_one_that_is_asked_for_are_taken(said: str, ticker: str) -> None:
    assert after(said)["universe"]["tickers"] == [ticker]


@pytest.mark.parametrize("said", ["金叉那天成交量要超过20日均量才买", "只有金叉当天放量才买"])
def test_a_cross_that_is_named_again_is_the_one_that_is_there(said: str) -> None:
    condition = entry(after(said, "10日线上穿30日线买AAPL，下穿卖"))
    assert "volume_average_20" in condition
    assert "sma_200" not in condition
