"""How much larger or smaller a person wants to trade, in their own words."""

import pytest

from packages.domain.conversation.understanding.size_change import size_factor


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("use 20% less", 0.8),
        ("only half the money", 0.5),
        ("reduce the position by 25%", 0.75),
        ("cut the size in half", 0.5),
        ("only use 30% of my capital", 0.3),
        ("10% more", 1.1),
        ("少投20%", 0.8),
        ("只用一半的钱", 0.5),
        ("仓位减半", 0.5),
        ("多投10%", 1.1),
    ],
)
def test_a_wish_for_another_size_is_read_as_a_factor(text: str, factor: float) -> None:
    assert size_factor(text) == factor


@pytest.mark.parametrize(
    "text", ["paper", "stop at 20% loss", "I can lose 20%", "don't use half the money", "不要减半", "止损改成5%"]
)
def test_what_says_nothing_of_the_size_is_no_factor(text: str) -> None:
    assert size_factor(text) is None
