"""What a call costs is exact, unknown stays unknown, and what is put aside is never too little."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from src.modules.llm_platform.domain.ledger import cost_of, worst_case
from src.modules.llm_platform.domain.models import ModelPrice
from src.modules.llm_platform.domain.requests import TokenUsage

PRICES = st.builds(
    ModelPrice,
    st.decimals(0, 1000, allow_nan=False, places=6),
    st.decimals(0, 1000, allow_nan=False, places=6),
)


def test_a_cost_is_exact() -> None:
    price = ModelPrice(Decimal("0.05"), Decimal("0.40"))
    assert cost_of(TokenUsage(1, 0), price) == Decimal("0.00000005")
    assert cost_of(TokenUsage(1_000_000, 1_000_000), price) == Decimal("0.45")


def test_a_free_model_costs_nothing_and_that_is_known() -> None:
    assert cost_of(TokenUsage(10, 10), ModelPrice(Decimal(0), Decimal(0))) == 0


def test_without_a_price_or_a_count_the_cost_is_unknown() -> None:
    assert cost_of(TokenUsage(1, 1), None) is None
    assert cost_of(None, ModelPrice(Decimal(1), Decimal(1))) is None
    unpriced = worst_case("text", 100, None)
    assert unpriced.money is None
    assert unpriced.tokens > 100


@given(text=st.text(max_size=200), spoken=st.integers(0, 500), price=PRICES)
def test_what_is_put_aside_covers_every_byte_as_a_token_and_the_longest_answer(
    text: str, spoken: int, price: ModelPrice
) -> None:
    aside = worst_case(text, 500, price)
    cost = cost_of(TokenUsage(len(text.encode()), spoken), price)
    assert aside.money is not None
    assert cost is not None
    assert cost <= aside.money
    assert len(text.encode()) + spoken <= aside.tokens


@given(first=st.integers(0, 10**7), second=st.integers(0, 10**7), price=PRICES)
def test_costs_add_up(first: int, second: int, price: ModelPrice) -> None:
    parts = [cost_of(TokenUsage(count, 0), price) or Decimal(0) for count in (first, second)]
    assert sum(parts) == cost_of(TokenUsage(first + second, 0), price)


def test_half_a_character_is_counted_before_it_is_refused() -> None:
    assert worst_case("half \ud83d", 0, None).tokens > worst_case("half ", 0, None).tokens
