"""An option by its place among the ordered ones."""

import pytest

from packages.domain.conversation.understanding.ranks import ranked


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("第三档", "aggressive"),
        ("最低那档", "conservative"),
        ("从低往高第二个", "moderate"),
        ("四档里最猛的", "very_aggressive"),
        ("倒数第二档", "aggressive"),
        ("go with the highest one", "very_aggressive"),
        ("one below the highest", "aggressive"),
        ("second lowest", "moderate"),
        ("2/10", "conservative"),
        ("5 out of 10", "moderate"),
        ("8 on a scale of ten", "aggressive"),
        ("11/10", "very_aggressive"),
    ],
)
def test_a_rank_is_counted_from_the_least_or_from_the_most(text: str, value: str) -> None:
    assert [hit.value for hit in ranked("risk_tolerance", text)] == [value]


@pytest.mark.parametrize(("field", "text"), [("target_market", "最低那档"), ("return_expectation", "最高的收益")])
def test_a_question_without_an_order_has_no_ranks_and_a_superlative_alone_is_none(field: str, text: str) -> None:
    assert [*ranked(field, text)] == []
