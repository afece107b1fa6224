"""Both languages say the same things."""

import re
from pathlib import Path
from string import Formatter

import src.modules.llm_platform.infrastructure.guided as guided
from src.modules.llm_platform.infrastructure.guided.wishes import Wish, wish_of
from src.modules.llm_platform.infrastructure.guided.words_en import EN
from src.modules.llm_platform.infrastructure.guided.words_zh import ZH

_SAID = re.compile(r'\.say\(\s*"([\w.]+)"')


def _places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_sentence_stands_in_both_languages_with_the_same_places() -> None:
    assert {name: _places(text) for name, text in ZH.items()} == {name: _places(text) for name, text in EN.items()}


def test_every_sentence_that_a_script_says_is_there() -> None:
    folder = Path(guided.__file__).parent
    said = {name for file in folder.glob("*.py") for name in _SAID.findall(file.read_text())}
    assert len(said) > 40
    assert said <= set(EN)


def test_a_button_for_a_change_asks_for_that_change_in_both_languages() -> None:
    for wish in (Wish.LONGER, Wish.SHORTER, Wish.TIGHTER, Wish.WIDER, Wish.SMALLER, Wish.LARGER, Wish.REVISE):
        assert {wish_of(words[f"option.{wish}"]) for words in (ZH, EN)} == {wish}
