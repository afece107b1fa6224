"""What is asked has a fingerprint that depends on nothing but its content."""

from hypothesis import given, settings
from hypothesis import strategies as st

from src.modules.llm_platform.domain.requests import TokenUsage, fingerprint

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))


def test_the_order_of_keys_does_not_matter_and_content_does() -> None:
    assert fingerprint({"a": 1, "b": [2]}) == fingerprint({"b": [2], "a": 1})
    assert fingerprint(["ab", "c"]) != fingerprint(["a", "bc"])


@settings(deadline=None)
@given(ANY_TEXT, ANY_TEXT)
def test_any_text_has_its_own_fingerprint_half_characters_too(one: str, other: str) -> None:
    assert (fingerprint(one) == fingerprint(other)) is (one == other)
    assert fingerprint([one, "\ud83d"]) != fingerprint([one, "\ud83e"])


def test_usages_add_up_count_by_count() -> None:
    assert TokenUsage(1, 20, 300) + TokenUsage(4, 50, 600) == TokenUsage(5, 70, 900)
