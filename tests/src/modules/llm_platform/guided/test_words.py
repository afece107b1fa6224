"""Both languages say the same things, and every sentence that a script says is there."""

import re
from pathlib import Path

import src.modules.llm_platform.infrastructure.guided as guided
from packages.core.messages import Language, places, sentences
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import Wish
from packages.domain.conversation.understanding.wishes import wishes_in
from packages.domain.conversation.wording import OPTIONS, is_worded, note_of, say

_SAID = re.compile(r'\.say\(\s*"([\w.]+)"')


def test_every_sentence_of_the_conversation_stands_in_both_languages_with_the_same_places() -> None:
    zh, en = (
        {code: places(text) for code, text in sentences(language).items() if code.startswith("conversation.")}
        for language in (Language.ZH, Language.EN)
    )
    assert zh == en
    assert len(zh) > 300


def test_every_sentence_that_a_script_says_is_there() -> None:
    folder = Path(guided.__file__).parent
    said = {name for file in folder.glob("*.py") for name in _SAID.findall(file.read_text())}
    assert len(said) > 40
    assert [name for name in said if not is_worded(name)] == []


def test_every_offered_value_has_a_name_and_a_note() -> None:
    for field, values in OPTIONS.items():
        assert is_worded(f"question.{field}")
        assert all(is_worded(f"value.{field}.{value}") for value in values)
        assert all(note_of(field, value, language) for value in values for language in Language)


def test_a_button_for_a_change_asks_for_that_change_in_both_languages() -> None:
    for wish in (Wish.LONGER, Wish.SHORTER, Wish.TIGHTER, Wish.WIDER, Wish.SMALLER, Wish.LARGER, Wish.REVISE):
        assert {wishes_in(Utterance(say(language, f"option.{wish}")).wished)[0] for language in Language} == {wish}


def test_a_backtest_without_trades_leaves_the_reason_to_its_summary() -> None:
    """Whether the rules were never met, or no order reached a lot, is told once, by who has counted the orders."""
    assert "rules" not in say(Language.EN, "no_trades")
    assert "规则" not in say(Language.ZH, "no_trades")
