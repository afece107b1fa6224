"""A strategy of its own that was not wholly read leaves the rules that there are as they were, and is quoted."""

from typing import Any

import pytest

from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

LONG = "buy AAPL when RSI(14) is below 30, sell when RSI(14) is above 70, stop 5%"
SHORT = "short AAPL when RSI(14) is above 70, cover when RSI(14) is below 50, stop 5%"
NEW = (
    "buy the dip when price is 10% off its 52-week high, sell at a new high",
    "buy when the 12-month return is positive, sell when it turns negative",
    "buy on a 3% gap down, sell at the close, stop 2%",
    "short after a 5% gap up, cover at the close, stop 3%",
    "buy when RSI falls by 10 points in 3 days, sell above 70",
    "buy when the 6-month return beats the index, exit after 20 days",
    "buy when earnings beat, set the stop to 4%",
    "buy on Mondays and sell on Fridays, stop 3%",
    "12个月收益为正时买入，转负卖出",
    "价格比52周高点低10%时买入，创新高卖出，止损5%",
    "RSI三天内跌了10个点就买，高于70卖",
    "业绩超预期买入，止损4%",
    "周一买入，周五卖出，止损3%",
)
COUNTS = (
    "at most two trades a month",
    "no more than 3 trades per week",
    "max 2 trades a month",
    "only one trade per day",
    "trade at most once a week",
    "at most once a week",
    "limit it to 5 trades a year",
    "每月最多两次",
    "一个月最多做两次",
    "每周最多交易三次",
    "一周不超过两笔",
    "一天最多买一次",
    "一年只做十次",
    "最多一周一次",
)


def document(rules: str = LONG) -> Any:
    return rules_in(rules).document


@pytest.mark.parametrize("rules", [LONG, SHORT])
@pytest.mark.parametrize("said", NEW)
def test_new_rules_that_were_not_wholly_read_change_nothing_of_the_old_ones(said: str, rules: str) -> None:
    done = edit_in(said, document(rules))
    assert (done.operations, done.is_edit or rules_in(said).is_strategy) == ([], True)
    quoted = " ".join(done.not_understood)
    assert all(part.strip() in quoted for part in said.replace("，", ",").split(","))


@pytest.mark.parametrize("said", COUNTS)
def test_how_often_to_trade_is_no_time_to_hold_and_is_quoted_whole(said: str) -> None:
    done = edit_in(said, document())
    assert (done.operations, done.not_understood, done.is_edit) == ([], (said,), True)


@pytest.mark.parametrize(
    "said",
    ["卖出改成跌破10日线，买入不动", "lift the target to 30 percent", "close after twenty bars if nothing happened"],
)
def test_a_change_of_the_old_rules_is_still_made(said: str) -> None:
    assert edit_in(said, document()).operations
