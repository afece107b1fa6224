"""The clauses of a message and the one rule of negation: what is denied, asked or conditional is not said."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from packages.domain.evidence.patterns import lazy_pattern

_CLAUSE = lazy_pattern(
    r"([^，,。；;！!？?\n]+?)([，,。；;！!？?\n]|\.(?=\s|$)|(?=但是|不过|但|\bbut\b|\bhowever\b)|$)", re.IGNORECASE
)
_QUESTION = lazy_pattern(
    r"什么|怎么|为何|为啥|哪[个种些只一]|吗$|呢$|是否|是不是|要不要|该不该|能不能|可不可以|好不好"
    r"|^(what|which|why|how|who|is|are|was|does|did)\b|^(can|could|should|would|may|will|do) (i|you|we|it|this|that)\b",
    re.IGNORECASE,
)
_ELSE = lazy_pattern(
    r"如果|假如|要是|万一|朋友|老婆|老公|妻子|丈夫|爸|妈|父亲|母亲|同事|邻居|别人|人家|(?<!其)[他她]"
    r"|\b(if|suppose|unless|friends?|wife|husband|father|mother|dad|mom|brother|sister|colleagues?|he|she|they|people)\b",
    re.IGNORECASE,
)
_PAST = lazy_pattern(
    r"以前|之前|曾经|过去|原来|当年|\b(used to|previously|in the past|formerly|once was)\b", re.IGNORECASE
)
_DENIED_BEFORE = lazy_pattern(
    r"(?:不|没|别|勿|避免|拒绝|讨厌|排除|除了|太|(?<![更至减])少)[^，。]{0,5}$"
    r"|(?:\b(?:not|no|never|neither|nor|without|avoid\w*|hate|dislike|except|excluding|nothing|too|less|rather than"
    r"|instead of|anything but)\b|n['’]t\b)(?:\W+\w+){0,4}\W*$"
    r"|\b(?:stop|quit)\W+(?:doing\W+)?$",
    re.IGNORECASE,
)
_DENIED_AFTER = lazy_pattern(
    r"^[^，。]{0,4}(?:不适合|不行|不要|不想|不考虑|不合适|算了|免了|不碰|不做|不玩|除外|不是我)"
    r"|^\W*(?:\w+\W+)?(?:isn['’]t|aren['’]t|(?:is|are|was|sounds?|seems?)\W+(?:\w+\W+)?(?:not|never)\b)"
    r"|^\W*\w*\W*(?:scares?|worries)\b",
    re.IGNORECASE,
)
_EMPHASIS = lazy_pattern(r"(不得不|不仅|不但|不光|不错|not only|没错|没问题|不过)", re.IGNORECASE)


# A question that is a request all the same: "could you pause it?"
_REQUEST = lazy_pattern(r"^(?:please\s+)?(?:can|could|would|will) you\b|帮我|请", re.IGNORECASE)
_IF = lazy_pattern(
    r"如果|要是|假如|除非|只要|是否|再说|也许|可能|或许|"
    r"\b(?:if|unless|whether|once|as soon as|provided|suppose|maybe)\b",
    re.IGNORECASE,
)

# Idioms that only look like denials.
_IDIOMS = (("没问题", "可以"), ("没意见", "同意"), ("不错", "好"), ("no problem", "ok"), ("why not", "ok"))
_ENDING = " .,!;:-"
_MESSAGES = 8  # that are read at the same time: one is split once, however many rules look at it
_NEAR = 80  # characters around a word that can take it back


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a message; `is_past` tells of how things were, `is_stated` is False for questions and for what others
    think."""

    text: str
    is_past: bool = False
    is_stated: bool = True

    def denies(self, start: int, end: int) -> bool:
        """Whether the words around a place take it back."""
        before = _EMPHASIS.sub(" ", self.text[max(0, start - _NEAR) : start])
        return bool(_DENIED_BEFORE.search(before) or _DENIED_AFTER.search(self.text[end : end + _NEAR]))


@lru_cache(_MESSAGES)
def plain(text: str) -> str:
    """One spelling of widths, dashes and blanks."""
    wide = unicodedata.normalize("NFKC", text)
    return re.sub(r"\s+", " ", re.sub(r"[‐‑‒–—―~〜～]", "-", wide)).strip()


def settled_idioms(text: str) -> str:
    """In lower case, with idioms that only look like denials said plainly."""
    words = plain(text).casefold().replace("’", "'").strip(_ENDING)
    for idiom, meaning in _IDIOMS:
        words = words.replace(idiom, meaning)
    return words


@lru_cache(_MESSAGES)
def every_clause(text: str) -> tuple[Clause, ...]:
    """In order; `text` is plain."""
    found = ((match[1].strip(), match[2]) for match in _CLAUSE.finditer(text))
    return tuple(_clause(words, mark) for words, mark in found if words)


def _clause(words: str, mark: str) -> Clause:
    is_question = mark in ("?", "？") or _QUESTION.search(words)
    is_stated = not is_question and not _ELSE.search(words)
    return Clause(words, bool(_PAST.search(words)), is_stated)


def clauses(text: str) -> Iterator[Clause]:
    """Those that state something of the person."""
    return (clause for clause in every_clause(text) if clause.is_stated)


def requests(text: str) -> Iterator[Clause]:
    """Those that may ask for something to be done: statements, and questions that are requests."""
    for clause in every_clause(text):
        if clause.is_stated or (_REQUEST.search(clause.text) and not _ELSE.search(clause.text)):
            yield clause


def is_conditional(text: str) -> bool:
    """An if decides nothing."""
    return _IF.search(text) is not None
