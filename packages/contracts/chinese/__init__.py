"""What the desk says when something fails, in Chinese: each English sentence has a Chinese one with the same places.

The English sentence stays what is stored and sent; whoever shows it to a reader of Chinese asks `in_chinese`. The page
does the same with the same sentences, which `make contracts` copies to it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

WORDS = "words"
_PLACE = re.compile(r"\{([a-z_]+)(\d*)\}")
_BETWEEN = re.compile(r"(; |(?<=[.!?]) )")
_CHINESE_BETWEEN = {"; ": "；", " ": ""}
_QUOTED = re.compile(r"'(.*)'|\"(.*)\"", re.DOTALL)
# A Chinese stop is as wide as the space after it would be.
_AFTER_STOP = re.compile(r"(?<=[。；：，）]) ")
_HAN_END = re.compile(r"[\u3000-\u9fff\uff00-\uffef”]$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English sentence as a pattern, and the Chinese one; places are named in both."""

    pattern: re.Pattern[str]
    chinese: str


@cache
def sentences() -> Mapping[str, str]:
    """English to Chinese, with places such as `{symbol}`."""
    return {english: chinese for name, told in _stored().items() if name != WORDS for english, chinese in told.items()}


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """By the name of a place: what fixed words that stand in it are called in Chinese."""
    told: Mapping[str, Mapping[str, str]] = _stored()[WORDS]
    return told


def in_chinese(message: str) -> str:
    """The message in Chinese; what is not among the desk's own sentences stays as it is."""
    pieces = _BETWEEN.split(message)
    told = [_whole(piece) for piece in pieces[::2]]
    if all(told) and len(told) > 1:
        return _joined(pieces, told)
    return _whole(message) or _joined(pieces, told)


def _joined(pieces: Sequence[str], told: Sequence[str | None]) -> str:
    """Sentence after sentence; one that is not ours keeps its own words."""
    joined = told[0] or pieces[0]
    for between, piece, chinese in zip(pieces[1::2], pieces[2::2], told[1:], strict=True):
        is_chinese = bool(_HAN_END.search(joined))
        joined += (_CHINESE_BETWEEN[between] if is_chinese else between) + (chinese or piece)
    return joined


def _whole(message: str) -> str | None:
    for sentence in _patterns():
        if found := sentence.pattern.fullmatch(message):
            return _told(sentence.chinese, found.groupdict())
    return None


def _told(chinese: str, places: Mapping[str, str]) -> str:
    filled = _PLACE.sub(lambda place: _filled(place[1], places[place[1] + place[2]]), chinese)
    return _AFTER_STOP.sub("", filled)


def _filled(place: str, value: str) -> str:
    if word := words().get(place, {}).get(value):
        return word
    if quoted := _QUOTED.fullmatch(value):
        return f"“{quoted[1] or quoted[2] or ''}”"
    return in_chinese(value)


@cache
def _patterns() -> tuple[Sentence, ...]:
    """The sentence with the most words of its own goes first."""
    ranked = sorted(sentences().items(), key=lambda pair: -len(_PLACE.sub("", pair[0])))
    return tuple(Sentence(_pattern(english), chinese) for english, chinese in ranked)


def _pattern(english: str) -> re.Pattern[str]:
    literals, names = _PLACE.split(english)[::3], _PLACE.findall(english)
    places = [f"(?P<{name}{number}>.*?)" for name, number in names] + [""]
    return re.compile("".join(re.escape(text) + place for text, place in zip(literals, places, strict=True)), re.DOTALL)


@cache
def _stored() -> Mapping[str, Any]:
    home = files(__package__)
    return {
        file.name.removesuffix(".json"): json.loads(file.read_text("utf-8"))
        for file in sorted(home.iterdir(), key=lambda each: each.name)
        if file.name.endswith(".json")
    }
