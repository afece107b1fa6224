"""Nothing of a sentence is used in silence: what the words do not back is taken back and quoted."""

from typing import Any

import pytest

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.backing.amounts import forms_of
from packages.domain.strategy.words.backing.edits import is_backed
from packages.domain.strategy.words.backing.ways import goes_another_way
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.grammar.chunks import words_of
from packages.domain.strategy.words.grammar.meanings import compared, number, price
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.reading import rules_in

RULES = "buy SPY when RSI(2) is below 10 and price is above the 200-day SMA, sell when RSI(2) is above 70"


def _words(text: str) -> list[Token]:
    return words_of(Lexer(text, known_symbol))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("stop 3%", 0.03),
        ("千分之五", 0.005),
        ("两成五", 0.25),
        ("RSI below 30", 30),
        ("3% under the line", 0.97),
        ("52 weeks", 364),
        ("比均线低一成", -10),
    ],
)
def test_a_number_is_said_in_any_form_that_people_give_it(said: str, meant: float) -> None:
    assert _is_said(meant, _words(said))


@pytest.mark.parametrize(("said", "other"), [("RSI below 30", 3), ("stop 3%", 0.3), ("EMA 100", 10), ("20日线", 30)])
def test_a_number_that_is_not_in_the_words_is_not_said(said: str, other: float) -> None:
    assert not _is_said(other, _words(said))


def test_a_word_that_counts_nothing_stands_for_no_number() -> None:
    words = _words("buy when RSI is low")
    assert not any(forms_of(words, place) for place in range(len(words)))


def test_a_comparison_against_all_its_words_is_another_rule() -> None:
    words = [Token(Tag.OVER, "gt", 0, 5), Token(Tag.NUMBER, 30.0, 6, 8)]
    assert goes_another_way(words, compared(price("close"), "lt", number(30)))
    assert not goes_another_way(words, compared(price("close"), "gte", number(30)))


def test_a_denial_turns_the_way_of_a_comparison() -> None:
    words = [Token(Tag.NOT, None, 0, 3), Token(Tag.OVER, "gt", 4, 9)]
    assert not goes_another_way(words, compared(price("close"), "lte", number(30)))


@pytest.mark.parametrize(
    "said",
    ["max loss 2 percent, enter long when cci < -150", "最大亏损2%，CCI低于-150做多"],
)
def test_the_most_that_is_lost_is_a_stop_where_nothing_says_that_it_is_of_the_account(said: str) -> None:
    made = str(rules_in(said).understood)
    assert "stop_loss" in made
    assert "risk_per_trade" not in made


def test_an_edit_that_would_drop_a_number_that_was_said_is_quoted_and_changes_nothing() -> None:
    document = rules_in(RULES).document or {}
    edit = edit_in("for the trend filter use a 100 EMA, not that 200 SMA", document)
    made = str(apply_patch(document, edit.operations))
    assert edit.is_edit
    assert "ema_100" in made or (not edit.operations and edit.not_understood)


@pytest.mark.parametrize("said", ["QQQ也一块跑", "QQQ也一起跑"])
def test_what_shall_run_as_well_runs_beside_what_is_there(said: str) -> None:
    document = rules_in(RULES).document
    assert document is not None
    after = str(apply_patch(document, edit_in(said, document).operations))
    assert "['SPY', 'QQQ']" in after


def test_a_share_is_not_the_length_of_the_bars() -> None:
    """Of 4%, the 4 in `4h` is no trace."""
    document = rules_in(f"4h bars, {RULES}").document
    assert document is not None
    words = _words("a stop of 4% and a target of 8%")
    after: Any = {**document, "trade": {"long": {**_long(document), "exits": [*_long(document)["exits"], _EIGHT]}}}
    assert not is_backed(words, words, document, after)
    assert is_backed(words[-4:], words[-4:], document, after)


@pytest.mark.parametrize(
    "said",
    [
        "swap the trailing stop for a fixed 4% stop and an 8% target",
        "replace the trailing stop with a fixed stop of 4% and a target of 8%",
    ],
)
def test_an_exit_is_swapped_for_all_that_are_named_in_its_place(said: str) -> None:
    document = rules_in(f"4h bars, {RULES}, trailing stop 10%").document
    assert document is not None
    exits = str(apply_patch(document, edit_in(said, document).operations))
    assert "trailing_stop" not in exits
    assert "'stop': {'kind': 'pct', 'value': 0.04}" in exits
    assert "'target': {'kind': 'pct', 'value': 0.08}" in exits


@pytest.mark.parametrize(
    "said",
    [
        "日线和周线RSI都低于30时买入，止损3%",
        "日K和周K的MACD都金叉才买，止损3%",
        "buy when the daily and weekly RSI are below 30, stop 3%",
    ],
)
def test_of_two_lengths_of_bars_that_were_said_of_one_rule_none_is_dropped(said: str) -> None:
    read = rules_in(said, default_symbol="SPY")
    assert "'entry'" not in str(read.understood)
    assert read.not_understood != ()


def test_a_time_from_which_something_counts_is_no_time_to_leave() -> None:
    read = rules_in("止损3%，但是持有满5天才生效，RSI低于30买入", default_symbol="SPY")
    assert "time_exit" not in str(read.understood)
    assert "持有满5天才生效" in str(read.not_understood)


@pytest.mark.parametrize("said", ["价格距离20日均线不到1%时买入", "股价距20日均线不足1%时买入"])
def test_to_be_near_a_line_is_to_be_near_it_on_both_sides(said: str) -> None:
    read = rules_in(f"{said}，止损3%", default_symbol="SPY")
    assert "0.99" in str(read.understood)
    assert "1.01" in str(read.understood)


def test_to_be_near_a_high_is_not_to_be_far_from_it() -> None:
    read = rules_in("价格距离250日高点不到3%时买入，止损3%", default_symbol="SPY")
    assert "'gte'" in str(read.understood)
    assert "0.97" in str(read.understood)


def _long(document: Any) -> Any:
    return document["trade"]["long"]


_EIGHT = {"type": "take_profit", "target": {"kind": "pct", "value": 0.08}}


def _is_said(number: float, words: list[Token]) -> bool:
    return any(number in forms_of(words, place) for place in range(len(words)))
