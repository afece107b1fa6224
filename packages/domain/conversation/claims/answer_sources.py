"""What an answer in a chat may rest on: the figures and the words of tool results, of the person and of the session."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

from packages.domain.conversation.run_findings import RunFindings
from packages.domain.evidence.numbers import StatedNumber, stated_numbers
from packages.domain.evidence.passages import folded
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import periods_in

_PERCENT = lazy_pattern(r"percent|pct")
_HUNDRED = Decimal(100)
# Ids, hashes, days and instants: their digits are no figures.
_NO_FIGURE = lazy_pattern(r"[0-9a-f-]{16,}|\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]*)?", re.IGNORECASE)
# 2,4 is 2.4 where a percent sign or the name of a ratio says that it is one number.
_DECIMAL_COMMA = lazy_pattern(
    r"(?<![\d.,(])(?P<of>\d{1,4}),(?=\d{1,2}\s?(?:%|percent\b|procent\b|prozent\b|por ciento\b))"
    r"|(?P<ratio>(?:sharpe|夏普|шарпа?|sortino)\D{0,24}\d{1,2}),(?=\d{1,2}(?![\d,]))",
    re.IGNORECASE,
)
_QUESTION = lazy_pattern(r"[^.!?。!\n]{1,400}(?:[?]|吗(?=[\s。.]|$))")
_SHORT = 2_000  # characters
NOBODY = ""


class AnswerSources:
    """Grows while a turn calls tools. `figures` are plain: 60% is 0.6, 2 亿 is 200000000. `counts` are whole numbers
    without a unit, which bear out no multiple. `runs`: what research found, by symbol."""

    def __init__(self) -> None:
        self.figures: set[Decimal] = set()
        self.counts: set[Decimal] = set()
        self.runs: dict[str, RunFindings] = {}
        self._owned: dict[str, set[Decimal]] = {}
        self._words: list[str] = []
        self._joined, self._stated = "", ""

    @property
    def words(self) -> str:
        self._join()
        return self._joined

    @property
    def stated(self) -> str:
        """The words without questions: who asks whether something is so has not said that it is."""
        self._join()
        return self._stated

    def _join(self) -> None:
        if self._words:
            self._joined = "\n".join([self._joined, *self._words] if self._joined else self._words)
            self._stated, self._words = _QUESTION.sub(" ", self._joined), []

    @property
    def instruments(self) -> Collection[str]:
        """Those that a tool result is about."""
        return {symbol for symbol in (*self._owned, *self.runs) if symbol != NOBODY}

    def figures_of(self, symbols: Collection[str]) -> frozenset[Decimal]:
        """Of these instruments and of none in particular."""
        return frozenset().union(*(self._owned.get(symbol, ()) for symbol in (*symbols, NOBODY)))

    def findings(self, symbols: Collection[str]) -> RunFindings | None:
        """Of these instruments, or of all where none is named; None where no run of them was read."""
        wanted = [*symbols, NOBODY] if symbols else list(self.runs)
        found = [self.runs[symbol] for symbol in wanted if symbol in self.runs]
        whole = RunFindings()
        for one in found:
            whole = whole.merged(one)
        return whole if found else None

    def know(self, value: object, name: str = "", owner: str = NOBODY) -> None:
        """Everything in a value; a text that holds JSON is read as that. `name`: of the field that it stands in.
        `owner`: the instrument that it is about."""
        match value:
            case str():
                self._text(value, name, owner)
            case bool() | None:
                return
            case int() | float() | Decimal():
                self._figure(Decimal(str(value)), name, owner, is_count=isinstance(value, int))
            case Mapping():
                symbol = value.get("symbol")
                owner = symbol if isinstance(symbol, str) else owner
                for key, inner in value.items():
                    self.know(inner, str(key), owner)
            case list() | tuple():
                for inner in value:
                    self.know(inner, name, owner)
            case _:
                return

    def know_research(self, result: object) -> None:
        """As `know`; and what a research tool found, in the fields of its result."""
        self.know(result)
        self._note(json_in(result) if isinstance(result, str) else result, NOBODY)

    def _note(self, value: object, owner: str) -> None:
        if isinstance(value, Mapping):
            symbol = value.get("symbol")
            owner = symbol if isinstance(symbol, str) else owner
            self.runs.setdefault(owner, RunFindings()).note(value)
            value = list(value.values())
        for inner in value if isinstance(value, list | tuple) else ():
            self._note(inner, owner)

    def _text(self, text: str, name: str, owner: str) -> None:
        found = json_in(text)
        if found is not None:
            self.know(found, name, owner)
        elif not _NO_FIGURE.fullmatch(text.strip()):
            self._words.append(folded(text))
            for number in figures_in(text):
                is_plain = number.unit.dimension == "plain" and number.unit.scale == 1
                is_count = is_plain and number.text.isdigit()
                self._figure(number.value * number.unit.scale, name if is_plain else "", owner, is_count=is_count)

    def _figure(self, value: Decimal, name: str, owner: str, *, is_count: bool) -> None:
        if not value.is_finite():
            return
        if _PERCENT.search(name):
            value, is_count = value / _HUNDRED, False
        (self.counts if is_count else self.figures).add(value)
        self._owned.setdefault(owner, set()).add(value)


def figures_in(text: str) -> Sequence[StatedNumber]:
    """The numbers of a text without the digits of its dates and periods. Every turn of a chat reads the results and
    messages before it again: what is short is read once."""
    plain = _DECIMAL_COMMA.sub(lambda found: f"{found.group()[:-1]}.", folded(text))
    return (_kept_figures if len(text) <= _SHORT else _figures)(plain)


def _figures(plain: str) -> Sequence[StatedNumber]:
    return tuple(stated_numbers(plain, [(mention.start, mention.end) for mention in periods_in(plain)]))


_kept_figures = lru_cache(maxsize=10_000)(_figures)


def json_in(text: str) -> object:
    """None where it is prose."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
