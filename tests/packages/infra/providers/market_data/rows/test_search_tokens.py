"""Texts and questions are cut so that they meet, and so that no question carries an operator."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.infra.providers.market_data.rows.news_index import is_chinese, tokens_of_question, tokens_of_text


def test_chinese_is_cut_into_pairs_and_single_characters() -> None:
    assert tokens_of_text("平安银行") == ["平", "安", "银", "行", "平安", "安银", "银行"]
    assert tokens_of_question("平安银行") == ["平安", "安银", "银行"]
    assert tokens_of_question("涨") == ["涨"]


def test_words_are_lower_cased_and_wide_letters_are_narrowed() -> None:
    assert tokens_of_text("Net PROFIT Ａ股 ２０２４") == ["net", "profit", "a", "股", "2024"]


def test_a_symbol_is_kept_whole_and_can_be_found_by_its_parts() -> None:
    assert tokens_of_question("000001.SZ") == ["000001.sz"]
    assert {"000001.sz", "000001", "sz"} <= set(tokens_of_text("（000001.SZ）上涨"))
    assert tokens_of_question("DEMO8-USD year-on-year 3.5%") == ["demo8-usd", "year", "3.5"]


def test_words_that_say_nothing_are_left_out_of_a_question_unless_there_are_no_others() -> None:
    assert tokens_of_question("the profit of the bank") == ["profit", "bank"]
    assert tokens_of_question("to be or") == ["to", "be", "or"]


@pytest.mark.parametrize("text", ["", "   ", "\x00", "!?*:()\"'", "😀", "___"])
def test_what_has_no_word_has_no_token(text: str) -> None:
    assert tokens_of_question(text) == []


def test_a_question_has_at_most_so_many_tokens_and_none_is_endless() -> None:
    assert len(tokens_of_question(" ".join(f"word{number}" for number in range(1000)))) == 32
    assert tokens_of_question("x" * 5000) == []


@given(st.text())
def test_no_token_has_a_meaning_in_a_query_language(text: str) -> None:
    for token in [*tokens_of_question(text), *tokens_of_text(text)]:
        assert not re.search(r"[\s\"'\\*:()&|!<>@,;%]", token)
        assert token == token.strip()


@given(st.text())
def test_every_text_is_found_by_its_own_words(text: str) -> None:
    assert set(tokens_of_question(text)) <= set(tokens_of_text(text))


def test_chinese_is_told_from_other_scripts() -> None:
    assert is_chinese("Apple 发布会")
    assert not is_chinese("Über café トヨタ")
