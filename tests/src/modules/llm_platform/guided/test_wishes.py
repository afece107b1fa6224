"""What the guided voice makes of a person's words."""

import pytest

from src.modules.llm_platform.infrastructure.guided.wishes import Wish, wish_of, wishes_in


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("研究一下贵州茅台", Wish.RESEARCH),
        ("你们对 DEMO5 怎么看", Wish.RESEARCH),
        ("what does the desk think of DEMO5?", Wish.RESEARCH),
        ("Research AAPL please", Wish.RESEARCH),
        ("研究结果出来了吗", Wish.RESEARCH_STATUS),
        ("周期长一点", Wish.LONGER),
        ("make it a bit shorter", Wish.SHORTER),
        ("止损紧一点", Wish.TIGHTER),
        ("tighter stop please", Wish.TIGHTER),
        ("把止损放宽", Wish.WIDER),
        ("仓位小一点", Wish.SMALLER),
        ("a smaller position", Wish.SMALLER),
        ("修改策略", Wish.REVISE),
        ("看看持仓", Wish.POSITIONS),
        ("show me the orders", Wish.ORDERS),
        ("先暂停吧", Wish.PAUSE),
        ("stop it", Wish.STOP),
        ("停止", Wish.STOP),
        ("换个标的", Wish.BACK),
        ("继续", Wish.YES),
        ("go on", Wish.YES),
        ("你能做什么", Wish.HELP),
    ],
)
def test_plain_words_are_read_as_what_they_ask_for(said: str, wish: Wish) -> None:
    assert wish_of(said) is wish


@pytest.mark.parametrize(
    "said",
    [
        "不要停止",
        "别暂停",
        "don't stop it",
        "please do not pause it",
        "never flatten",
        "不平仓",
        "今天天气真好",
        "I like tea",
    ],
)
def test_what_is_denied_or_about_something_else_asks_for_nothing(said: str) -> None:
    assert wishes_in(said) == []


def test_a_pressed_button_counts_by_the_words_of_its_option() -> None:
    chosen = '{"choice_id": "stop_how", "selected_option_id": "stop_flatten", "selected_option_label": "停止并平仓"}'
    assert {Wish.STOP, Wish.FLATTEN} <= set(wishes_in(f"<CHOICE_SELECTION>{chosen}</CHOICE_SELECTION>"))
