"""What a person's words mean for a field, by rules alone: None where they say nothing of it, or more than one thing."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from apps.api.agents.prompts_of_fields import option_id
from apps.api.agents.wording.clauses import Clause, clauses, plain
from apps.api.agents.wording.instruments import named_instrument
from apps.api.agents.wording.readings import READINGS, Hit
from apps.api.agents.wording.vocabulary import ELSEWHERE, VOCABULARY
from packages.contracts.genui import ChoiceOption
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.labels import OPTIONS

_SELECTION = re.compile(r"<\s*CHOICE_SELECTION\s*>(.*?)<\s*/\s*CHOICE_SELECTION\s*>", re.IGNORECASE | re.DOTALL)
_ORDINALS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "first": 1, "second": 2, "third": 3, "fourth": 4}
_NUMBERED = re.compile(
    r"(?:我?选(?:择|项)?|第|option|number|no\.?|choice|#)?\s*(?:the )?"
    r"(\d{1,2}|[一二两三四五]|first|second|third|fourth)"
    r"\s*(?:个|项|号|one|option|\)|\.)?",
    re.IGNORECASE,
)
_YEARS = "trading_years_bucket"
INSTRUMENT = "target_instrument"


@dataclass(frozen=True, slots=True)
class Selection:
    """A button that was pressed."""

    choice_id: str
    option_id: str
    label: str


@dataclass(frozen=True, slots=True)
class Listening:
    """What was asked and offered when the person spoke, and the instruments that can be named."""

    asked: str | None = None
    offered: Sequence[ChoiceOption] = ()
    instruments: Sequence[InstrumentFact] = ()
    market: str | None = None


def understand(field: str, text: str, listening: Listening | None = None) -> str | None:
    """As an answer to the question for this field."""
    heard = listening or Listening()
    return _meaning(field, text, Listening(field, heard.offered, heard.instruments, heard.market))


def understand_all(fields: Collection[str], text: str, listening: Listening) -> dict[str, str]:
    """All that a message says of these fields. A pressed button, or an option word for word, is that and nothing
    else."""
    chosen = {field: value for field in fields if (value := chosen_value(field, text, listening)) is not None}
    if chosen or selection_of(text) is not None:
        return chosen
    read = {field: _meaning(field, text, listening) for field in fields}
    return {field: value for field, value in read.items() if value is not None}


def selection_of(text: str) -> Selection | None:
    match = _SELECTION.search(text)
    if match is None:
        return None
    try:
        told = json.loads(match[1])
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    parts = [told.get(name) for name in ("choice_id", "selected_option_id", "selected_option_label")]
    return Selection(*(part if isinstance(part, str) else "" for part in parts))


def spoken(text: str) -> str:
    """A message as it is kept: a pressed button is its label."""
    selection = selection_of(text)
    return text if selection is None else selection.label or selection.option_id or text


def chosen_value(field: str, text: str, listening: Listening) -> str | None:
    """The option that was pressed, or named word for word, or by its number where it was asked for."""
    selection = selection_of(text)
    if selection is not None:
        named = (selection.option_id, selection.label) if field in selection.choice_id else ()
        return next((value for word in named if (value := _option(field, word, listening)) is not None), None)
    value = _option(field, text, listening)
    if value is not None or listening.asked != field:
        return value
    return _numbered(field, text, listening)


def denied(field: str, text: str) -> frozenset[str]:
    """The values that the person has spoken against."""
    return frozenset(
        hit.value
        for clause in clauses(plain(text))
        for hit in _words(field, clause)
        if clause.denies(hit.start, hit.end)
    )


def _meaning(field: str, text: str, listening: Listening) -> str | None:
    chosen = chosen_value(field, text, listening)
    if chosen is not None or selection_of(text) is not None:
        return chosen
    if field == INSTRUMENT:
        return named_instrument(text, listening.instruments, listening.market)
    values = {hit.value for clause in clauses(plain(text)) for hit in _hits(field, clause, listening.asked == field)}
    return values.pop() if len(values) == 1 and ELSEWHERE not in values else None


def _hits(field: str, clause: Clause, asked: bool) -> Iterator[Hit]:
    amounts = list(READINGS[field](clause, asked=asked)) if field in READINGS else []
    stated = [hit for hit in _words(field, clause) if not clause.denies(hit.start, hit.end)]
    if clause.is_past and field != _YEARS:
        return
    everything = [*_words(field, clause), *amounts]
    for hit in (*stated, *amounts):
        if not any(_covers(other, hit) for other in everything):
            yield hit


def _words(field: str, clause: Clause) -> list[Hit]:
    return [
        Hit(value, match.start(), match.end())
        for value, pattern in VOCABULARY.get(field, {}).items()
        for match in pattern.finditer(clause.text)
    ]


def _covers(longer: Hit, hit: Hit) -> bool:
    is_longer = longer.end - longer.start > hit.end - hit.start
    return is_longer and longer.start <= hit.start and hit.end <= longer.end


def _option(field: str, text: str, listening: Listening) -> str | None:
    """The value whose id or label this is, in either language."""
    words = _folded(text)
    if field == INSTRUMENT:
        return _listed(words, listening.instruments)
    return _spellings(field).get(words)


@cache
def _spellings(field: str) -> dict[str, str]:
    options = OPTIONS.get(field, {})
    return {
        spelling: value
        for value, option in reversed(list(options.items()))  # the first of two that sound the same
        for spelling in (value, _folded(option.label.zh), _folded(option.label.en))
    }


def _listed(words: str, instruments: Sequence[InstrumentFact]) -> str | None:
    """The instrument whose symbol, option id or label this is; a label ends with the symbol."""
    *_, last = words.split(" ")
    for each in instruments:
        if last in (each.symbol.casefold(), option_id(each.symbol).casefold()):
            labels = {f"{name} {each.symbol}".casefold() for name in (plain(each.name_zh), plain(each.name_en))}
            return each.symbol if words == last or words in labels else None
    return None


def _numbered(field: str, text: str, listening: Listening) -> str | None:
    match = _NUMBERED.fullmatch(plain(text).casefold())
    if match is None:
        return None
    words = [option.id for option in listening.offered] or list(OPTIONS.get(field, {}))
    number = _ORDINALS.get(match[1]) or (int(match[1]) if match[1].isdigit() else 0)
    value = _option(field, words[number - 1], listening) if 1 <= number <= len(words) else None
    if field == _YEARS and match[1] == plain(text):
        return value if value == _years(number) else None
    return value


def _years(number: int) -> str | None:
    """A bare number may be a number of years."""
    return next((hit.value for hit in READINGS[_YEARS](Clause(f"{number}年"), asked=True)), None)


def _folded(text: str) -> str:
    return plain(text).strip(" .!。！").casefold()
