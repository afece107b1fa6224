"""Which clauses tell how long a person trades."""

import pytest

from packages.domain.conversation.understanding.amounts.experience import of_own_trading
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
