"""Prose that says otherwise than the JSON beside it: a field's name near another choice or another number."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from src.modules.llm_platform.domain.structured.shapes import Schema
from src.modules.llm_platform.domain.structured.stated import CHOICE_WORDS, FIELD_WORDS, StatedValue, stated_by_name
from src.modules.llm_platform.domain.structured.values import Json, quoted

_BEFORE, _AFTER = 24, 60  # characters around a field's name
_MOST_TOLD = 5

_SENTENCE_END = re.compile(r"[。！？；!?;\n]|\.(?!\d)")
_CLAUSE_END = re.compile(rf"{_SENTENCE_END.pattern}|[,，、|()（）]")
_LEAD = re.compile(r"""[\s*_`"'“”‘’:：=|—–>-]*""")
_PLAIN_FIGURE = r"[-+]?\d+(?:[,，]\d{3})*(?:\.\d+)?\s*[%％]?"
_LINK = r"(?:\b(?:is|of|at|to|was|be|about|around|roughly|approximately|near)\b|[:：=≈~]|为|是|约|到|至|在|达|有|仅)"
_FIGURE_AFTER = re.compile(rf"(?:[^\d]{{0,40}}?{_LINK}\W{{0,4}}?)?({_PLAIN_FIGURE})", re.IGNORECASE)
_FIGURE_BEFORE = re.compile(r"(\d+(?:\.\d+)?\s*[%％]|\d+\.\d+)\s*的?\s*\Z")
_RANGE = re.compile(rf"({_PLAIN_FIGURE})\s*(?:-|–|—|~|～|to|and|至|到)\s*({_PLAIN_FIGURE})")
_HAN = "\u4e00-\u9fff"
_LOOSE_KEY = re.compile(r"""["'“‘＂]([^"'“”‘’＂\n]{1,80})["'”’＂]\s*[:：]""")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    stated: StatedValue
    choices: frozenset[str]
    words: Mapping[str, str]  # of prose, and the choice that each means
    pattern: re.Pattern[str]


def contradictions(value: Json, schema: Schema, prose: Iterable[str]) -> list[str]:
    """Sentences about prose that differs from the value."""
    fields = {name: _field(name, stated) for name, stated in stated_by_name(value, schema).items()}
    names = {_folded(word): fields[name] for name in fields for word in (name, *FIELD_WORDS.get(name, ()))}
    if not names:
        return []
    return list(islice(_told(prose, names, _any_of(names)), _MOST_TOLD))


def loose_pieces(names: Container[str], prose: Iterable[str]) -> list[str]:
    """Sentences about keys of the shape that stand outside all JSON: a piece of the answer fell out of its brackets."""
    keys = (found[1].strip() for passage in prose for found in _LOOSE_KEY.finditer(passage))
    loose = (
        f"The key `{quoted(key)}` stands outside the JSON; write one complete value." for key in keys if key in names
    )
    return list(islice(loose, _MOST_TOLD))


def _field(name: str, stated: StatedValue) -> _Field:
    options = {_folded(option) for option in stated.options}
    words = {word: option for option in options for word in (option, *CHOICE_WORDS.get(option, ()))}
    return _Field(name, stated, frozenset(map(_folded, stated.choices)), words, _any_of(words))


def _told(prose: Iterable[str], names: Mapping[str, _Field], mention: re.Pattern[str]) -> Iterator[str]:
    for passage in prose:
        for place in _places(passage, list(mention.finditer(passage)), names):
            for said in place.differing():
                yield (
                    f"Your text says `{quoted(said)}` near `{place.field.name}`, and the JSON says otherwise; "
                    "answer with the JSON alone."
                )


@dataclass(frozen=True, slots=True)
class _Place:
    """A field's name in prose, and what stands around it up to the names of its neighbours."""

    field: _Field
    before: str
    after: str

    def differing(self) -> Iterator[str]:
        if self.field.stated.options:
            clauses = _CLAUSE_END.split(self.before)[-1], self.after
            yield from (said for clause in clauses for said in self._other_choices(clause))
        if self.field.stated.is_number:
            yield from self._other_numbers()

    def _other_choices(self, clause: str) -> Iterator[str]:
        for found in self.field.pattern.finditer(clause):
            if self.field.words[_folded(found.group())] not in self.field.choices:
                yield found.group()

    def _other_numbers(self) -> Iterator[str]:
        numbers, after = self.field.stated.numbers, self.after
        if spread := _RANGE.search(after):
            ends = [reading for group in spread.groups() for reading in _readings(group)]
            if not any(min(ends) <= number <= max(ends) for number in numbers):
                yield spread.group()
            after = after[: spread.start()] + after[spread.end() :]
        for found in (_FIGURE_BEFORE.search(self.before), _FIGURE_AFTER.match(_LEAD.sub("", after, count=1))):
            if found and not any(_close(number, reading) for number in numbers for reading in _readings(found[1])):
                yield found[1].strip()


def _places(passage: str, mentions: Sequence[re.Match[str]], names: Mapping[str, _Field]) -> Iterator[_Place]:
    edges = [0, *(edge for found in mentions for edge in found.span()), len(passage)]
    gaps = [(left, right) for left, right in pairwise(edges)][::2]
    for found, (left, _), (_, right) in zip(mentions, gaps, gaps[1:], strict=False):
        before = passage[max(left, found.start() - _BEFORE) : found.start()]
        after = passage[found.end() : min(right, found.end() + _AFTER)]
        lead = _LEAD.match(after)
        after = _SENTENCE_END.split(after[lead.end() if lead else 0 :])[0]
        yield _Place(names[_folded(found.group())], before, after)


def _readings(figure: str) -> list[float]:
    """75% may be 0.75 or 75."""
    bare = float(re.sub(r"[,，%％\s]", "", figure))
    return [bare / 100, bare] if figure.rstrip().endswith(("%", "％")) else [bare]


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1.0, abs(one))


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """The longest word first, so that `strong buy` is not read as `buy`."""
    return re.compile("|".join(map(_as_word, sorted(words, key=len, reverse=True))) or r"(?!)", re.IGNORECASE)


def _as_word(word: str) -> str:
    """Matches a word as a whole; one Chinese character alone only where no other stands beside it."""
    literal = re.sub(r"\\ |_", r"[\\s_-]+", re.escape(word))
    if not word.isascii():
        return literal if len(word) > 1 else rf"(?:(?<![{_HAN}])|(?<=[是为])){literal}(?![{_HAN}])"
    # A choice of one letter is a grade: `A`, but not the article.
    exact = f"(?-i:{literal.upper()})" if len(word) == 1 else literal
    return rf"(?<![A-Za-z0-9_]){exact}(?![A-Za-z0-9_])"


def _folded(word: str) -> str:
    return re.sub(r"[\s_-]+", "_", word.strip().lower())
