"""Misspelt words of the trade."""

import pytest

from packages.domain.strategy.words.lexing.spelling import spelt


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("crosess", "crosses"),
        ("bolinger", "bollinger"),
        ("stochastc", "stochastic"),
        ("averagge", "average"),
        ("volumr", "volume"),
    ],
)
def test_a_word_with_one_letter_wrong_is_the_one_that_is_meant(written: str, meant: str) -> None:
    assert spelt(written) == meant


@pytest.mark.parametrize("word", ["closes", "tower", "crypto", "rally", "均线", "avrg", "crosswise"])
def test_other_words_are_left_as_they_are(word: str) -> None:
    assert spelt(word) == word
