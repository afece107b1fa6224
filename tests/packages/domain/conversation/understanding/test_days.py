"""The day that a message names."""

from datetime import date

import pytest

from packages.domain.conversation.understanding.days import day_named

THE_DAY = date(2024, 3, 1)


@pytest.mark.parametrize(
    "text",
    [
        "replay from 2024-03-01",
        "从2024/3/1开始回放",
        "从2024年3月1日回放",
        "回放 2024年3月1号",
        "从 2024 年 3 月开始回放",
        "replay from 1 March 2024, please",
        "replay from March 1st, 2024",
        "Replay from Mar 2024",
    ],
)
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    assert day_named(text) == THE_DAY


@pytest.mark.parametrize(
    "text",
    ["回放", "replay", "2024-13-01", "2024-02-30", "2024-01-02 to 2024-05-06", "12024-03-011", "it may fall"],
)
def test_no_day_is_read_where_there_is_none_or_more_than_one(text: str) -> None:
    assert day_named(text) is None
