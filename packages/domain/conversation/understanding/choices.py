"""An option that a message chooses: by a pressed button, or named by its id, its label or its number."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from packages.core.messages import Language
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.understanding.amounts.around import Around
from packages.domain.conversation.understanding.amounts.readings import READINGS
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.buttons import Selection
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.wording import OPTIONS, labels_of, say
from packages.domain.evidence.patterns import lazy_pattern

INSTRUMENT = "target_instrument"
LONGEST_NUMBER = 30  # characters of a message that is a number and nothing else
STOP_HOW = "stop_how"  # the question what becomes of the positions
AFTER_VERDICT = "after_verdict"  # what can be done where research gives no entry
_YEARS = "trading_years_bucket"
_ORDINALS = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
}
_LAST = ("last", "最后")
_NUMBERED = lazy_pattern(
    r"(?:那|我|就)*(?:选(?:择|项)?|要|挑)?(?:第|option|number|no\.?|choice|#)?\s*(?:the )?"
    r"(\d{1,2}|[一二两三四五]|最后|first|second|third|fourth|fifth|last)"
    r"\s*(?:个|项|号|种|档|one|option|choice|tier|level|\)|\.)?(?:吧|please|pls)?",
    re.IGNORECASE,
)


def pressed_value(field: str, selection: Selection, asked: AskedFields) -> str | None:
    """The option that was pressed."""
    named = (selection.option_id, selection.label) if field in selection.choice_id else ()
    return next((value for word in named if (value := _option(field, word, asked)) is not None), None)


def chosen_value(field: str, said: Spelling, asked: AskedFields) -> str | None:
    """The option that is named word for word, or by its number where it was asked for."""
    value = _option(field, said.text, asked)
    if value is not None or field not in asked.open:
        return value
    return _numbered(field, said.text, asked)


def number_named(text: str) -> int | None:
    """The place that a message names and nothing else: "2", "the second one", 第二个; the last has no number."""
    match = _NUMBERED.fullmatch(plain(text).strip(" .!。！").casefold())
    if match is None or match[1] in _LAST:
        return None
    return _ORDINALS.get(match[1]) or int(match[1])


def is_button(text: str, name: str) -> bool:
    """Whether a message is the label of the button `option.<name>`, by which the chat hears that it was pressed."""
    return any(_folded(text) == _folded(say(language, f"option.{name}")) for language in Language)


@lru_cache(maxsize=10_000)
def option_id(symbol: str) -> str:
    """A symbol as the id of an option, which has no `=`, `/` or `^`."""
    return "".join(each if each.isalnum() or each in "._-" else "_" for each in symbol)


def _option(field: str, text: str, asked: AskedFields) -> str | None:
    """The value whose id or label this is, in either language."""
    words = _folded(text)
    if field == INSTRUMENT:
        return _listed(words, asked.instruments)
    return _spellings(field).get(words)


@cache
def _spellings(field: str) -> dict[str, str]:
    return {
        spelling: value
        for value in reversed(OPTIONS.get(field, ()))  # the first of two that sound the same
        for spelling in (value, *map(_folded, labels_of(field, value)))
    }


def _listed(words: str, instruments: Sequence[InstrumentFact]) -> str | None:
    """The instrument whose symbol, option id or label this is; a label ends with the symbol."""
    *_, last = words.split(" ")
    for each in instruments:
        if last in (each.symbol.casefold(), option_id(each.symbol).casefold()):
            labels = {f"{name} {each.symbol}".casefold() for name in (plain(each.name_zh), plain(each.name_en))}
            return each.symbol if words == last or words in labels else None
    return None


def _numbered(field: str, text: str, asked: AskedFields) -> str | None:
    match = _NUMBERED.fullmatch(text.casefold())
    if match is None:
        return None
    words = asked.options or OPTIONS.get(field, ())
    number = (
        len(words) if match[1] in _LAST else _ORDINALS.get(match[1]) or (int(match[1]) if match[1].isdigit() else 0)
    )
    value = _option(field, words[number - 1], asked) if 1 <= number <= len(words) else None
    if field == _YEARS and match[1] == text:
        return value if value == _years(number) else None
    return value


def _years(number: int) -> str | None:
    """A bare number may be a number of years."""
    return next((hit.value for hit in READINGS[_YEARS](Clause(f"{number}年"), Around(asked=True))), None)


def _folded(text: str) -> str:
    return plain(text).strip(" .!。！").casefold()
