"""What a stretch of a report says otherwise than the documents in whose name it says it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.numbers import stated_numbers
from packages.domain.evidence.passages import blanked, folded, lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.actors import swapped_actors
from packages.domain.evidence.retelling.amounts import Amount, amounts_in, follows, has_amount
from packages.domain.evidence.retelling.axes import contradictions
from packages.domain.evidence.retelling.concepts import CONCEPTS, Concept, concepts_in
from packages.domain.evidence.retelling.dates import dates_in, has_date
from packages.domain.evidence.retelling.denials import denied_otherwise
from packages.domain.evidence.retelling.happenings import IF
from packages.domain.evidence.retelling.kinds import swapped
from packages.domain.evidence.retelling.names import strangers
from packages.domain.evidence.retelling.ordinals import other_ordinals
from packages.domain.evidence.retelling.places import moved
from packages.domain.evidence.retelling.scope import Stretch
from packages.domain.evidence.retelling.turns import reversed_moves, turned

_DENIED = lazy_pattern(
    r"(?:无(?!锡)|没有|并无|未(?!来))[\u4e00-\u9fff]{0,2}$|(?:不|(?:并非|不是)(?:公司|其|本公司)?的?|不涉及)$"
    r"|\b(?:no|not|without|never|nor)(?: (?:any|a|the|been|yet|\w+))?\s?$",
    re.IGNORECASE,
)
# More may stand between the denial and what it denies: 上年同期未派发中期股息. That may be a denial, or none.
_MAYBE_DENIED = lazy_pattern(
    rf"(?:无(?!锡)|没有|并无|未(?!来))[\u4e00-\u9fff]{{0,5}}$|{_DENIED.pattern}", re.IGNORECASE
)
_WITHOUT = lazy_pattern(r"\bwithout\b[^,;.]{0,10}$", re.IGNORECASE)
_SUPPOSED = lazy_pattern(
    rf"{IF}|如果|如(?=未|能|无)|一旦|倘|假如|\b(?:if|unless|risk of|would (?:need|require|have))\b",
    re.IGNORECASE,
)
_CLAUSE_MARK = lazy_pattern(r"[,;:。!?]|\.(?=\s|$)")
_CLAUSE_LENGTH = 120
_GRADE = lazy_pattern(r"(?<![A-Za-z])(?:[ABC](?=[+-])|A{2,3}|B{2,3}|C{2,3}|Aaa|Baa|Aa|Ba|Caa)[1-3]?[+-]?(?![A-Za-z\d])")
_CODE = lazy_pattern(
    r"(?<![A-Za-z\d])(?!RMB|CNY|USD|HKD|EUR|FY|Q\d|H\d|E\d|D\d)[A-Z]{1,5}-?[A-Z]?\d{2,5}(?![A-Za-z\d])"
)
# 1) and (2) and 3、 at the head of what is listed.
_NUMBERING = lazy_pattern(
    r"(?:^|(?<=[\s,;:。]))(?:\(\d{1,2}\)|\d{1,2}(?:\)|、|\.(?=\s)))(?=\s?[^\s\d\[])", re.MULTILINE
)
_DERIVED = lazy_pattern(
    r"增幅|增加|提高|上升|下降|合计|总计|中值|中点|剩余|降至|增至|较|比|幅度|\b(?:up|down|increase|rise|cut|total|"
    r"midpoint|middle|remaining|"
    r"higher|lower|rais\w+|combined|from)\b", re.IGNORECASE,
)  # fmt: skip


def differences(stretch: Stretch, book: EvidenceBook) -> Iterator[str]:
    """What is not as the documents say, by names, words, dates and amounts, in this order."""
    text, document = stretch.text, "\n".join(folded(row.text) for row in stretch.rows)
    if not text.strip():
        return
    yield from strangers(text, stretch.rows, book)
    nameless = without_names(text, book)
    if moved(nameless, document):
        yield "place"
    yield from _swapped(nameless, document)
    if stretch.beside:
        return
    yield from _unsupported(nameless, document)
    yield from denied_otherwise(nameless, document)
    yield from _codes(nameless, document)
    yield from other_ordinals(nameless, document)
    yield from _turned(stretch)
    if not stretch.mixed:
        yield from _dates(stretch)
        yield from _amounts(stretch, book)


def reversals(found: Sequence[Stretch], book: EvidenceBook) -> Iterator[str]:
    """What the stretches of one sentence, taken together, turn round."""
    rows = {row.id: row for stretch in found for row in stretch.rows}
    document = "\n".join(folded(row.text) for row in rows.values())
    if swapped_actors(" , ".join(stretch.text for stretch in found), document, book):
        yield "who does it"
    yield from contradictions(without_names(" , ".join(stretch.text for stretch in found), book), document)


def without_names(text: str, book: EvidenceBook) -> str:
    """Without the companies of the book."""
    return blanked(text, ((one.start, one.end) for one in book.lexicon.companies.found(text)))


def is_number_free(text: str) -> bool:
    """A year alone is none."""
    years = [(one.start, one.end) for one in dates_in(text) if not (one.month or one.quarter or one.half)]
    plain = blanked(text, years)
    return not any(sign.isdigit() for sign in plain) and not _measured(plain)


def shared(text: str, document: str) -> int:
    """How many concepts, dates and amounts a text has in common with a document."""
    concepts = {one.concept.key for one in concepts_in(text) if _supports(one.concept, document)}
    own = _measured(document)
    return len(concepts) + sum(has_amount(one, own) for one in _measured(text))


def _supports(concept: Concept, document: str) -> bool:
    return concept.supporting.search(document) is not None


def _unsupported(text: str, document: str) -> Iterator[str]:
    for mention in concepts_in(text):
        concept, before = mention.concept, max(0, mention.start - 20)
        denied = _DENIED.search(text, before, mention.start) is not None
        maybe = _MAYBE_DENIED.search(text, before, mention.start) is not None
        if _supports(concept, document):
            if denied == maybe and _polarity(concept, document) is denied:
                yield concept.key
        elif not maybe and not _is_supposed(text, mention.start) and _is_against(concept, document):
            yield concept.key


# The chip maker, 该芯片公司: the writer's word for who acts.
_ITS_TRADE = lazy_pattern(r"(?:\bthe |该|这家|作为)$", re.IGNORECASE)


def _swapped(text: str, document: str) -> Iterator[str]:
    for one in swapped(text, document):
        before = max(0, one.start - 20)
        free = _DENIED.search(text, before, one.start) or _ITS_TRADE.search(text, before, one.start)
        if not free and not _is_supposed(text, one.start):
            yield one.kind


def _is_against(concept: Concept, document: str) -> bool:
    return concept.needed or (bool(concept.opposite) and _supports(CONCEPTS[concept.opposite], document))


def _polarity(concept: Concept, document: str) -> bool | None:
    """True: stated as a fact; False: denied; None: both, or by other words, or as a condition."""
    found: set[bool | None] = set()
    for one in concept.words.finditer(document):
        before = max(0, one.start() - 20)
        is_condition = _WITHOUT.search(document, before, one.start()) is not None
        found.add(None if is_condition else _MAYBE_DENIED.search(document, before, one.start()) is None)
    return found.pop() if len(found) == 1 else None


def _is_supposed(text: str, place: int) -> bool:
    """By a word before it in its own clause."""
    start = max(0, place - _CLAUSE_LENGTH)
    marks = [match.end() for match in _CLAUSE_MARK.finditer(text, start, place)]
    return _SUPPOSED.search(text, marks[-1] if marks else start, place) is not None


def _codes(text: str, document: str) -> Iterator[str]:
    """Grades of a rating, and names of products with digits."""
    grades = set(_GRADE.findall(document))
    yield from (grade for grade in _GRADE.findall(text) if grades and grade not in grades)
    tight = lowered(document).replace("-", "").replace(" ", "")
    codes = _CODE.findall(document)
    yield from (code for code in _CODE.findall(text) if codes and lowered(code).replace("-", "") not in tight)


def _dates(stretch: Stretch) -> Iterator[str]:
    for said in dates_in(stretch.text):
        if not any(has_date(said, folded(row.text), row.period) for row in stretch.rows):
            yield stretch.text[said.start : said.end]


def _turned(stretch: Stretch) -> Iterator[str]:
    text, said = f"{stretch.text.rstrip()} {stretch.behind.lstrip()}", _measured(stretch.text)
    for row in stretch.rows:
        document = folded(row.text)
        amounts = _measured(document)
        found = turned(text, said, document, amounts) + reversed_moves(text, said, document, amounts)
        yield from (text[one.start : one.end] for one in found)


def _amounts(stretch: Stretch, book: EvidenceBook) -> Iterator[str]:
    documented = [one for row in stretch.rows for one in _measured(folded(row.text))]
    nameless = without_names(stretch.text, book)
    derived = _DERIVED.search(nameless) is not None
    for said in _unjudged(stretch, nameless):
        if not has_amount(said, documented) and not (derived and follows(said, documented)):
            yield stretch.text[said.start : said.end]


def _unjudged(stretch: Stretch, text: str) -> list[Amount]:
    """Without the one that stands right before the tag and is judged as a number."""
    end = len(text) + 1 if stretch.loose else len(text.rstrip(" *_`("))
    judged = {place for one in stated_numbers(stretch.text) for place in range(one.start, one.end)}
    return [one for one in _measured(text) if one.end < end or one.start not in judged]


@lru_cache(maxsize=64)
def _measured(text: str) -> tuple[Amount, ...]:
    """The amounts of a text outside of its dates, grades and codes."""
    spans = [(one.start, one.end) for one in dates_in(text)]
    spans += [match.span() for pattern in (_GRADE, _CODE, _NUMBERING) for match in pattern.finditer(text)]
    return tuple(amounts_in(blanked(text, spans)))


def document_amounts(text: str) -> tuple[Amount, ...]:
    return _measured(folded(text))


def document_days(text: str) -> frozenset[int]:
    """The days of months, and the years, that a document names."""
    return frozenset(part for one in dates_in(folded(text)) for part in (one.day, one.year) if part)
