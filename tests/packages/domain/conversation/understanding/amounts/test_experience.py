"""Which clauses tell how long a person trades."""

import pytest

from packages.domain.conversation.understanding.amounts.experience import is_of_other_work, of_own_trading
from packages.domain.conversation.understanding.clauses import every_clause


@pytest.mark.parametrize(
    ("text", "counting"),
    [
        ("看盘看了五六年,真下场是24年春天", ["真下场是24年春天"]),
        ("paper for two years, real money since August", ["real money since August"]),
        ("期货一年,股票两年,合起来三年多", ["合起来三年多"]),
        ("做了两年,真正赚钱是今年", ["做了两年", "真正赚钱是今年"]),
    ],
)
def test_a_total_counts_first_then_real_money_and_else_everything(text: str, counting: list[str]) -> None:
    assert [clause.text for clause in of_own_trading(every_clause(text))] == counting


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("种了三十年地", True),
        ("I've been a nurse for forty years", True),
        ("炒股三十年", False),
        ("traded for ten years", False),
        ("teaching people to trade for ten years", False),
    ],
)
def test_years_of_a_profession_are_none_of_trading(text: str, is_other: bool) -> None:
    assert is_of_other_work(text) is is_other
