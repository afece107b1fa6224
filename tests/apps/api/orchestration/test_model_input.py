"""What a model reads in a turn."""

from datetime import UTC, datetime

from apps.api.orchestration.constants import INPUT_BUDGET, LONGEST_MESSAGE
from apps.api.orchestration.prompt_builder import model_input
from packages.domain.conversation.model import Role, SessionMessage

AT = datetime(2026, 1, 2, tzinfo=UTC)


def _said(words: str) -> SessionMessage:
    return SessionMessage("m", "s", "t", Role.USER, words, "kyc", AT)


def test_the_state_stands_before_the_words_and_the_memory_right_before_them() -> None:
    items = model_input("你好", {"phase": "kyc"}, "[PHASE MEMORY]", [_said("earlier")], "")
    assert [item["role"] for item in items] == ["user", "developer", "user"]
    assert items[1]["content"] == '[SESSION STATE]\n{"phase": "kyc"}\n[/SESSION STATE]'
    assert items[2]["content"] == "[PHASE MEMORY]\n\n你好"


def test_the_oldest_messages_are_left_out_first_and_the_persons_words_never() -> None:
    words = "w" * LONGEST_MESSAGE
    earlier = [_said(f"{number} " + "x" * (INPUT_BUDGET // 4)) for number in range(10)]
    items = model_input(words, {"big": "y" * 1000}, None, earlier, "i" * 1000)
    assert [str(item["content"])[:1] for item in items[:-2]] == ["7", "8", "9"]
    assert items[-1]["content"] == words
    assert sum(len(str(item["content"])) for item in items[:-1]) + 1000 <= INPUT_BUDGET


def test_a_state_that_fills_the_budget_leaves_no_room_for_history_but_for_the_words() -> None:
    items = model_input("words", {"big": "y" * INPUT_BUDGET}, None, [_said("earlier")], "")
    assert len(items) == 2
    assert items[-1]["content"] == "words"
