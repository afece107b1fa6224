"""The tone of a text: what it calls good and bad, with negation, so that `没有违约` is not a default.

Longest phrases first, each stretch of the text is read once. A headline counts twice as much as the text below it,
because it says what the text is about. What has no phrase of the lexicon has no tone. A question asserts nothing, nor
does what is granted behind "despite"; a day's move against others, a target that nobody moved and the dividend of
preferred shares say nothing of what is to come for a holder.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from src.modules.research.infrastructure.rules import lexicon

_HEADLINE = 2
_GAP_ZH, _GAP_EN = r"[^，。；：,;:！!？?\n]{0,8}?", r"(?:\s+[\w'’-]+){0,4}?\s+"
_INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")
_BEFORE_ZH = re.compile(
    rf"(?:(?:{lexicon.NOT_ZH})[^，。；：,;:！？\n]{{0,3}}|(?:{lexicon.FAR_NOT_ZH})[^，。；：,;:！？\n]{{0,10}})$"
)
_BEFORE_EN = re.compile(rf"\b(?:{lexicon.NOT_EN}|\w+n['’]t)(?:\s+[\w'’-]+){{0,4}}\s+$", re.IGNORECASE)
_INSIDE = re.compile(rf"{lexicon.NOT_ZH}|\b(?:not|never|no|fail(?:s|ed)? to|\w+n['’]t)\b", re.IGNORECASE)


_ASKED = re.compile(r"[^.!?。！？:：;；]*[?？]")
_GRANTED = re.compile(r"\b(?:despite|in spite of|even as)\b[^,;:.]*|尽管[^，；。]*", re.IGNORECASE)
_UNHARMED = re.compile(
    r"[^.,;:!?]*\b(?:\w+n['’]t|not|never)\s+(?:\w+\s+){0,2}?(?:hurt|harm|dent|damage|derail)\w*\b[^.,;:!?]*",
    re.IGNORECASE,
)
_NO_NEWS = re.compile(
    r"\b(?:stocks?|shares?)\b.{0,40}\b(?:under|out)perform|\b(?:under|out)perform\w*\b.{0,30}\b(?:peers|competitors|market)\b"
    r"|\bpreferred (?:stock|shares?)\b.{0,40}\bdividends?\b|\bdividends?\b.{0,40}\bpreferred\b",
    re.IGNORECASE,
)
_TARGET = re.compile(r"\$\s?\d[\d,.]*\s+(?:price )?target|\b(?:price )?target (?:of|at) \$", re.IGNORECASE)
_MOVED = re.compile(r"rais|lift|hik|boost|cut|lower|trim|slash|upgrad|downgrad", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tone:
    """`score`: good minus bad, from -1 to 1; 0 also when nothing was said. `said`: whether there was any phrase."""

    score: float
    said: bool

    @property
    def sign(self) -> int:
        return (self.score > 0) - (self.score < 0)


@dataclass(frozen=True, slots=True)
class _Phrase:
    pattern: re.Pattern[str]
    worth: int


@lru_cache(maxsize=4096)
def tone_of(title: str, text: str = "") -> Tone:
    if _NO_NEWS.search(title) or (_TARGET.search(title) and not _MOVED.search(title)):
        return Tone(0.0, said=False)
    good, bad = 0, 0
    for weight, part in ((_HEADLINE, title), (1, text)):
        for worth in _worths(_asserted(plain(part))):
            good += weight * max(worth, 0)
            bad += weight * max(-worth, 0)
    total = good + bad
    return Tone((good - bad) / total if total else 0.0, total > 0)


def _asserted(text: str) -> str:
    """Without questions, what is granted, and harm that is denied."""
    return _UNHARMED.sub(" ", _GRANTED.sub(" ", _ASKED.sub(" ", text)))


def plain(text: str) -> str:
    """As a person reads it: one width of letters, nothing that cannot be seen."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def _worths(text: str) -> Iterator[int]:
    taken: list[tuple[int, int]] = []
    for phrase in _phrases():
        for match in phrase.pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                taken.append(match.span())
                yield -phrase.worth if _negated(text, match) else phrase.worth


def _negated(text: str, match: re.Match[str]) -> bool:
    """An odd number of negations, before the phrase or between its parts."""
    before = text[: match.start()]
    count = bool(_BEFORE_ZH.search(before[-16:])) + bool(_BEFORE_EN.search(before[-60:]))
    gap = match.groupdict().get("gap") or ""
    return (count + len(_INSIDE.findall(gap))) % 2 == 1


@lru_cache(maxsize=1)
def _phrases() -> tuple[_Phrase, ...]:
    """Moves before phrases: they say more. Phrases by length."""
    return (_Phrase(re.compile(lexicon.LOSS), -1), *_moves(), *_colloquial())


def _moves() -> Iterator[_Phrase]:
    zh = ((lexicon.BURDENS_ZH, -1), (lexicon.BLESSINGS_ZH, 1))
    en = ((lexicon.BURDENS_EN, -1), (lexicon.BLESSINGS_EN, 1))
    for things, worth in zh:
        for moves, led, sign in ((lexicon.UP_ZH, lexicon.RAISE_ZH, 1), (lexicon.DOWN_ZH, lexicon.LOWER_ZH, -1)):
            yield _Phrase(re.compile(f"(?:{led})(?P<gap>{_GAP_ZH})(?:{things})"), worth * sign)
            yield _Phrase(re.compile(f"(?:{things})(?P<gap>{_GAP_ZH})(?:{moves})"), worth * sign)
    for things, worth in en:
        for moves, sign in ((lexicon.UP_EN, 1), (lexicon.DOWN_EN, -1)):
            yield _Phrase(_english(rf"(?:{things})(?P<gap>{_GAP_EN})(?:{moves})"), worth * sign)
            yield _Phrase(_english(rf"(?:{moves})(?P<gap>{_GAP_EN})(?:{things})"), worth * sign)


def _colloquial() -> Iterator[_Phrase]:
    zh = [(word, 1) for word in (*lexicon.GOOD_ZH, *lexicon.BARE_UP_ZH)]
    zh += [(word, -1) for word in (*lexicon.BAD_ZH, *lexicon.BARE_DOWN_ZH)]
    for word, sign in sorted(zh, key=lambda pair: -len(pair[0])):
        yield _Phrase(re.compile(re.escape(word)), sign * (2 if word in lexicon.STRONG else 1))
    english = ((lexicon.BAD_EN, -1), (lexicon.GOOD_EN, 1), (lexicon.BARE_DOWN_EN, -1), (lexicon.BARE_UP_EN, 1))
    for pattern, sign in english:
        for word in sorted(_alternatives(pattern), key=len, reverse=True):
            yield _Phrase(_english(word), sign * (2 if word.partition("\\")[0] in lexicon.STRONG else 1))


def _alternatives(pattern: str) -> list[str]:
    """The outermost alternatives of a pattern that is written over several lines."""
    joined, depth, found, start = pattern.replace("\n", ""), 0, [], 0
    for place, letter in enumerate(joined):
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and depth == 0:
            found.append(joined[start:place])
            start = place + 1
    return [*found, joined[start:]]


def _english(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
