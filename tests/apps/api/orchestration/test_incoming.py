"""A message as it arrives."""

import pytest

from apps.api.orchestration.constants import LONGEST_MESSAGE
from apps.api.orchestration.core import EmptyMessage, LongMessage, accepted, guessed_language
from packages.domain.conversation.model import TITLE_LENGTH, title_of

CHOICE = '{"choice_id": "risk_tolerance", "selected_option_id": "moderate", "selected_option_label": "稳健"}'


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        (f"<CHOICE_SELECTION>{CHOICE}</CHOICE_SELECTION>", "稳健"),
        (f"< choice_selection >\n{CHOICE}\n</ CHOICE_SELECTION > 吧", "稳健 吧"),
        ("<CHOICE_SELECTION>{broken</CHOICE_SELECTION>", "<CHOICE_SELECTION>{broken</CHOICE_SELECTION>"),
        ("<CHOICE_SELECTION>[]</CHOICE_SELECTION>", "<CHOICE_SELECTION>[]</CHOICE_SELECTION>"),
        ("  a < b  ", "a < b"),
    ],
)
def test_a_choice_is_stored_as_its_label_and_other_words_as_they_are(message: str, stored: str) -> None:
    assert accepted(message) == stored


def test_an_empty_or_an_endless_message_is_refused() -> None:
    with pytest.raises(EmptyMessage):
        accepted(" \n ")
    with pytest.raises(LongMessage):
        accepted("x" * (LONGEST_MESSAGE + 1))
    assert accepted("x" * LONGEST_MESSAGE)


def test_the_language_is_guessed_from_the_words() -> None:
    assert guessed_language("hello 你好") == "zh"
    assert guessed_language("hello") == "en"


def test_a_title_is_one_short_line() -> None:
    first = title_of("I want  to\ntrade " + "x" * 100)
    assert first.startswith("I want to trade xxx")
    assert len(first) == TITLE_LENGTH
    assert title_of("Golden cross") == "Golden cross"
