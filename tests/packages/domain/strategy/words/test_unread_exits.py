"""Ways out that were given and not read, and those that are a change by themselves."""

import pytest

from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in


@pytest.mark.parametrize(
    "said",
    [
        "buy AAPL when RSI(14) is below 30, half out at the middle band, the rest at the upper band",
        "buy AAPL when RSI(14) is below 30, get out when it feels wrong",
        "RSI低于30买入苹果，主力流出时离场",
    ],
)
def test_an_exit_that_was_given_and_not_read_is_never_said_not_to_have_been_given(said: str) -> None:
    read = rules_in(said)
    codes = {each.code for each in read.assumed}
    assert "exit_unread" in codes
    assert not codes & {"exit_trailing", "exit_opposite", "exit_reverse"}


@pytest.mark.parametrize("said", ["buy AAPL when the volume is twice its average", "放量两倍时买入苹果"])
def test_where_no_exit_was_given_that_is_said(said: str) -> None:
    assert "exit_trailing" in {each.code for each in rules_in(said).assumed}


@pytest.mark.parametrize("said", ["持有10天后卖出", "sell after 10 days"])
def test_a_time_to_sell_by_itself_is_a_change_of_the_exit(said: str) -> None:
    document = rules_in("buy AAPL when RSI(14) is below 30, sell when RSI is above 70").document
    assert document is not None
    [operation] = edit_in(said, document).operations
    assert operation["value"] == {"type": "time_exit", "bars": 10}
