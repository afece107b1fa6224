"""Words that head the rules after them: what is traded, a title, a note to oneself."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in


@pytest.mark.parametrize(
    ("said", "side", "ops"),
    [
        ("做空黄金 RSI上穿70进 下穿50出 止损2%", "short", ("cross_above", "cross_below")),
        ("一小时图 做空黄金 CCI(20)下穿100进 下穿-100出 止损2.5%", "short", ("cross_below", "cross_below")),
        ("做多黄金 RSI下穿30进 上穿70出 止损2%", "long", ("cross_below", "cross_above")),
    ],
)
def test_the_first_action_says_which_side_the_others_are_of(said: str, side: str, ops: tuple[str, str]) -> None:
    document: Any = rules_in(said).document
    assert list(document["trade"]) == [side]
    held = document["trade"][side]
    [signal] = [each["condition"] for each in held["exits"] if each["type"] == "signal_exit"]
    assert (held["entry"]["condition"]["cross"]["op"], signal["cross"]["op"]) == ops


@pytest.mark.parametrize(
    "said",
    [
        "I'd like to test: NVDA hourly, price crosses above the 100 EMA, take 4%, stop 2%.",
        "my weird thought: NVDA hourly, price crosses above the 100 EMA, take 4%, stop 2%",
    ],
)
def test_a_title_leaves_the_rules_after_it_as_they_are(said: str) -> None:
    assert [clause.kind for clause in rules_in(said).clauses if clause.kind == "entry"] == ["entry"]
