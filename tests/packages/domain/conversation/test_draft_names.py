"""A strategy is called by what it does, so that no change of a number makes its name false."""

import pytest

from packages.core.messages import Language
from packages.domain.conversation.draft_names import draft_name, is_draft_name
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.reading import rules_in


def rules(text: str) -> Document:
    document = rules_in(text, default_symbol="AAPL").document
    assert document is not None
    return document


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        ("buy when RSI(14) is below 30, sell above 70, stop 5%", "RSI rebound on AAPL", "AAPL RSI 反弹策略"),
        ("buy when RSI(14) is above 60, sell below 40, stop 5%", "RSI rules on AAPL", "AAPL RSI 策略"),
        ("buy when MACD crosses above its signal, stop 5%", "MACD cross on AAPL", "AAPL MACD 交叉策略"),
        ("buy on a 20 day breakout, sell at the 10 day low", "Breakout on AAPL", "AAPL 突破策略"),
        ("buy when the close is above the open, stop 2%", "Price rules on AAPL", "AAPL 价格策略"),
    ],
)
def test_the_name_says_what_the_rules_do_without_their_numbers(text: str, english: str, chinese: str) -> None:
    document = rules(text)
    assert (draft_name(document, Language.EN), draft_name(document, Language.ZH)) == (english, chinese)


def test_a_name_of_the_desk_is_told_from_one_that_a_person_gave() -> None:
    document = rules("buy when RSI(14) is below 30, sell above 70, stop 5%")
    assert is_draft_name("RSI rebound on AAPL", document)
    assert is_draft_name("AAPL RSI 反弹策略", document)
    assert not is_draft_name("Fred", document)
