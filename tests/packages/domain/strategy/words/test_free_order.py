"""The same condition in other orders of its words, and words that fit together in more than one way."""

import json

import pytest

from packages.domain.strategy.words.model import WordedRules
from packages.domain.strategy.words.reading import rules_in


def read(text: str) -> WordedRules:
    return rules_in(text, default_symbol="ACME")


def entry(text: str) -> str:
    trade = json.loads(json.dumps(read(text).understood["trade"]))
    return json.dumps(trade.get("long", {}).get("entry"), sort_keys=True)


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        ("buy when the close crosses above the 20-day high", "Entry is a close through the 20-day high"),
        ("buy when RSI crosses above 30", "buy when RSI crosses up thru 30"),
        ("buy when ema 9 crosses above ema 21", "ema9 x ema21 up -> buy"),
        ("MACD柱大于0买入", "MACD红柱买入"),
    ],
)
def test_the_order_of_the_words_is_free_where_their_kinds_fit_in_one_way(plain: str, other: str) -> None:
    assert entry(other) == entry(plain) != "null"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("buy when price closes above the 20 zorpy", "zorpy"),
        ("buy when RSI is above the 50 and below the 50", "RSI"),
        ("上穿20 20日线时买", "20"),
    ],
)
def test_what_fits_in_more_than_one_way_is_told(text: str, quote: str) -> None:
    assert any(quote in each for each in read(text).not_understood)


def test_a_condition_stands_though_words_after_it_were_not_read_and_those_are_told() -> None:
    rules = read("RSI三十以下分批买，七十以上卖")
    assert rules.document is not None
    assert rules.not_understood == ("分批",)


def test_a_low_that_is_taken_out_is_broken_downwards() -> None:
    rules = json.dumps(
        read("buy when price takes out the 40-day high, sell when it takes out the 20-day low").understood
    )
    assert '"op": "gt"' in rules
    assert '"op": "lt"' in rules


def test_a_heading_says_which_side_the_rules_are_of() -> None:
    assert list(json.loads(json.dumps(read("做空：EMA12下穿EMA26进，上穿平").understood["trade"]))) == ["short"]
