"""How much of what a sentence says its documents say too, word by word: what they do not is the writer's own."""

from collections.abc import Iterator
from functools import lru_cache

from packages.domain.evidence.passages import blanked, folded, lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.concepts import concepts_in
from packages.domain.evidence.retelling.dates import dates_in
from packages.domain.evidence.retelling.kinds import kinds_in
from packages.domain.evidence.retelling.places import place_spans

_HAN = lazy_pattern(r"[\u4e00-\u9fff]")
_HAN_RUN = lazy_pattern(r"[\u4e00-\u9fff]+")
_WORD = lazy_pattern(r"[A-Za-z][A-Za-z'-]*")
_ENDINGS = lazy_pattern(r"(?:'s|ations?|ments?|ings?|ions?|ers?|ed|es|ly|s|e|y)$")
_SHORTEST = 3
# Words that say nothing by themselves, or only who speaks.
_EMPTY_ZH = lazy_pattern(
    r"公司|本集团|集团|公告|宣布|表示|披露|称|目前|此次|本次|同时|其中|方面|相关|有关|进行|以及|并且|并|及|与|和|的|了|在|于|为|"
    r"是|由|将|已|拟|对|向|就|其|该|也|还|亦|因|按|据|以|用于|来自|后|前|等|被|把|从|至|到|一家|一项|同业|竞对|管理层|计划|预计"
)
_EMPTY_WORDS = (
    "the and its it this that with from for has have had was were been are will would their which who whom into onto "
    "over under about also more than such own company group firm business management board said says say announced "
    "announcement according now new one peer because due after before while during not but his her they them our these "
    "those there here where when what being did does done can could should may might must out off per via both each "
    "any some most other another between through against expects expected plans planned plan named made make makes "
    "there stated still yet only just very"
)
_EMPTY_EN = frozenset(_EMPTY_WORDS.split())
_HEAVY = 2  # an English word says about as much as two Chinese characters


def covered_share(text: str, document: str) -> float:
    """From 0 to 1; both folded, names of companies blank in the text. 1 where there is nothing to say."""
    known = [False] * len(text)
    for start, end in _known(text, document):
        known[start:end] = [True] * (end - start)
    parts = [*_han(text, document, known), *_words(text, document, known)]
    whole = sum(weight for weight, _ in parts)
    return sum(weight for weight, is_covered in parts if is_covered) / whole if whole else 1.0


def is_foreign(text: str, document: str) -> bool:
    """Whether the document is written in the other language, so that only words of events can be compared."""
    return _is_chinese(text) != _is_chinese(document)


def _is_chinese(text: str) -> bool:
    return len(_HAN.findall(text)) > len(_WORD.findall(text))


def _known(text: str, document: str) -> Iterator[tuple[int, int]]:
    """Where a text has words of an event, a thing or a place that the document has in either language."""
    yield from ((one.start, one.end) for one in concepts_in(text) if one.concept.supporting.search(document))
    yield from ((one.start, one.end) for one in kinds_in(text, document) if one.is_supported)
    yield from place_spans(text)
    yield from ((one.start, one.end) for one in dates_in(text))


def _han(text: str, document: str, known: list[bool]) -> Iterator[tuple[int, bool]]:
    plain = blanked(text, (match.span() for match in _EMPTY_ZH.finditer(text)))
    pairs = _pairs(document)
    for run in _HAN_RUN.finditer(plain):
        for place in range(*run.span()):
            around = (text[place - 1 : place + 1] if place else "", text[place : place + 2])
            yield 1, known[place] or any(pair in pairs for pair in around)


def _words(text: str, document: str, known: list[bool]) -> Iterator[tuple[int, bool]]:
    stems = _stems(document)
    for match in _WORD.finditer(text):
        word = lowered(match.group())
        if len(word) >= _SHORTEST and word not in _EMPTY_EN:
            yield _HEAVY, known[match.start()] or _stem(word) in stems


# Many sentences are held to one text.
@lru_cache(maxsize=4)
def _pairs(document: str) -> frozenset[str]:
    return frozenset(run[place : place + 2] for run in _HAN_RUN.findall(document) for place in range(len(run) - 1))


@lru_cache(maxsize=4)
def _stems(document: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _WORD.findall(document))


def _stem(word: str) -> str:
    small = lowered(folded(word))
    shorter = _ENDINGS.sub("", small)
    shorter = shorter if len(shorter) >= _SHORTEST else small
    return shorter[:-1] if len(shorter) > _SHORTEST and shorter[-1] == shorter[-2] else shorter
