"""A pressed button in a message: `<CHOICE_SELECTION>` with its choice, its option and its label, or the label alone."""

import json
import re
from dataclasses import dataclass

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import parse_symbol

FETCH = "fetch:"  # before the symbol, in the id of an option that offers to fetch its data
RESEARCH_CHOICE = "research_instrument"  # the question that offers it so that research can begin

_SELECTION = lazy_pattern(r"<\s*CHOICE_SELECTION\s*>(.*?)<\s*/\s*CHOICE_SELECTION\s*>", re.IGNORECASE | re.DOTALL)
_END = lazy_pattern(r"<\s{0,8}/\s{0,8}CHOICE_SELECTION\s{0,8}>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Selection:
    """A button that was pressed."""

    choice_id: str
    option_id: str
    label: str


def pressed(choice_id: str, option_id: str, label: str) -> str:
    """The message of a button, as the page sends it."""
    chosen = {"choice_id": choice_id, "selected_option_id": option_id, "selected_option_label": label}
    return f"<CHOICE_SELECTION>{json.dumps(chosen, ensure_ascii=False)}</CHOICE_SELECTION>"


def selection_of(text: str) -> Selection | None:
    match = _SELECTION.search(_to_the_last_end(text)[0])
    return None if match is None else _selection(match[1])


def as_stored(text: str) -> str:
    """A message as it is stored: a pressed button is its label."""
    tagged, rest = _to_the_last_end(text)
    return (_SELECTION.sub(lambda match: _label(match[1]) or match[0], tagged) + rest).strip()


def spelled(text: str) -> str:
    """A message as requests are read from it: a pressed button is its id and its label."""
    tagged, rest = _to_the_last_end(text)
    return (_SELECTION.sub(_id_and_label, tagged) + rest).strip()


def fetch_chosen(text: str, *, for_research: bool = False) -> str | None:
    """The symbol whose data a pressed button offered to fetch, for trading or for research; the chat hears a button by
    its label alone."""
    selection = selection_of(text)
    if selection is None:
        return _fetch_labelled(text.strip(), "option.fetch_research" if for_research else "option.fetch")
    is_for_research = selection.choice_id == RESEARCH_CHOICE
    is_meant = selection.option_id.startswith(FETCH) and is_for_research is for_research
    return selection.option_id.removeprefix(FETCH) if is_meant else None


def _fetch_labelled(text: str, name: str) -> str | None:
    for language in Language:
        before, after = say(language, name, symbol="\n").split("\n")
        symbol = text[len(before) : len(text) - len(after)]
        if text == f"{before}{symbol}{after}" and _is_symbol(symbol):
            return symbol
    return None


def _is_symbol(text: str) -> bool:
    try:
        return parse_symbol(text).text == text
    except BadSymbol:
        return False


def _to_the_last_end(text: str) -> tuple[str, str]:
    """What may hold a selection, and what cannot, so that a thousand beginnings without an end are not searched."""
    end = 0
    for match in _END.finditer(text):
        end = match.end()
    return text[:end], text[end:]


def _selection(content: str) -> Selection | None:
    try:
        read = json.loads(content)
    except ValueError:
        return None
    if not isinstance(read, dict):
        return None
    parts = [read.get(name) for name in ("choice_id", "selected_option_id", "selected_option_label")]
    return Selection(*(part if isinstance(part, str) else "" for part in parts))


def _label(content: str) -> str:
    selection = _selection(content)
    return "" if selection is None else selection.label.strip()


def _id_and_label(match: re.Match[str]) -> str:
    selection = _selection(match[1])
    return match[1] if selection is None else f"{selection.option_id} {selection.label}"
