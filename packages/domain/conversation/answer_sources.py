"""What an answer in a chat may rest on: the figures and the words of tool results, of the person and of the desk."""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from packages.domain.evidence.numbers import StatedNumber, stated_numbers
from packages.domain.evidence.passages import folded
from packages.domain.evidence.periods import periods_in

_PERCENT = re.compile(r"percent|pct")
_HUNDRED = Decimal(100)
# Ids, hashes, days and instants: their digits are no figures.
_NO_FIGURE = re.compile(r"[0-9a-f-]{16,}|\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]*)?", re.IGNORECASE)


class AnswerSources:
    """Grows while a turn calls tools. `figures` are plain: 60% is 0.6, 2 亿 is 200000000. `counts` are whole numbers
    without a unit, which bear out no multiple."""

    def __init__(self) -> None:
        self.figures: set[Decimal] = set()
        self.counts: set[Decimal] = set()
        self._words: list[str] = []

    @property
    def words(self) -> str:
        return "\n".join(self._words)

    def know(self, value: object, name: str = "") -> None:
        """Everything in a value; a text that holds JSON is read as that. `name`: of the field that it stands in."""
        match value:
            case str():
                self._text(value, name)
            case bool() | None:
                return
            case int() | float() | Decimal():
                self._figure(Decimal(str(value)), name, is_count=isinstance(value, int))
            case Mapping():
                for key, inner in value.items():
                    self.know(inner, str(key))
            case list() | tuple():
                for inner in value:
                    self.know(inner, name)
            case _:
                return

    def _text(self, text: str, name: str) -> None:
        found = _json(text)
        if found is not None:
            self.know(found, name)
        elif not _NO_FIGURE.fullmatch(text.strip()):
            self._words.append(folded(text))
            for number in figures_in(text):
                is_plain = number.unit.dimension == "plain" and number.unit.scale == 1
                is_count = is_plain and number.text.isdigit()
                self._figure(number.value * number.unit.scale, name if is_plain else "", is_count=is_count)

    def _figure(self, value: Decimal, name: str, *, is_count: bool) -> None:
        if not value.is_finite():
            return
        if _PERCENT.search(name):
            self.figures.add(value / _HUNDRED)
        else:
            (self.counts if is_count else self.figures).add(value)


def figures_in(text: str) -> Iterator[StatedNumber]:
    """The numbers of a text without the digits of its dates and periods."""
    plain = folded(text)
    yield from stated_numbers(plain, [(mention.start, mention.end) for mention in periods_in(plain)])


def _json(text: str) -> object:
    """None where it is prose."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
