"""What the book keeps of texts: answers whole, messages short and without keys."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.modules.llm_platform.infrastructure.ledger.settle import storable, stored_message


@given(st.text(st.characters()))
def test_every_answer_comes_back_as_it_was(answer: str) -> None:
    kept = storable(answer)
    assert json.loads(kept) == answer
    assert b"\x00" not in kept.encode()


@pytest.mark.parametrize(
    "message",
    [
        "Incorrect API key provided: sk-proj-abc123DEF456.",
        "Incorrect API key provided: sk-pr*****f456.",
        "header was Authorization: Bearer eyJhbGciOi.J9x2",
        'got {"api_key": "0123456789abcdef"}',
        "api-key=0123456789abcdef was refused",
    ],
)
def test_what_looks_like_a_key_is_left_out(message: str) -> None:
    kept = stored_message(message)
    assert "…" in kept
    assert not any(part in kept for part in ("abc123", "f456", "eyJhbGciOi", "0123456789"))


@pytest.mark.parametrize(
    "message", ["The token limit was exceeded.", "Max token exceeded", "secret sauce missing", "忙"]
)
def test_ordinary_words_stay(message: str) -> None:
    assert stored_message(message) == message


def test_a_long_or_odd_message_is_made_storable() -> None:
    assert len(stored_message("x" * 2000)) == 500
    assert stored_message("a\x00b\ud800") == "ab?"
