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
_LONGEST, _DEEPEST = 5_000, 6  # characters, and sentences within sentences: more is nothing that the desk says
_PLACE = re.compile(r"\{([a-z_]+)(\d*)\}")
_BETWEEN = re.compile(r"(; |(?<=[.!?]) )")
_CHINESE_BETWEEN = {"; ": "；", " ": ""}
_QUOTED = re.compile(r"'(.*)'|\"(.*)\"", re.DOTALL)
# A Chinese stop is as wide as the space after it would be.
_AFTER_STOP = re.compile(r"(?<=[。；：，）]) ")
_HAN_END = re.compile(r"[\u3000-\u9fff\uff00-\uffef”]$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English sentence as the words around its places, and the Chinese one; places are named in both."""

    around: tuple[str, ...]
    places: tuple[str, ...]
    chinese: str

    def read(self, message: str) -> dict[str, str] | None:
        """What stands in each place, if the message is this sentence. Each place ends where the words behind it first
        begin, so that a message is gone through once, whoever wrote it."""
        first, last = self.around[0], self.around[-1]
        if not self.places:
            return {} if message == first else None
        end = len(message) - len(last)
        if not (message.startswith(first) and message.endswith(last)):
            return None
        values, at = [], len(first)
        for words in self.around[1:-1]:
            found = message.find(words, at, end)
            if found < 0:
                return None
            values.append(message[at:found])
            at = found + len(words)
        return dict(zip(self.places, [*values, message[at:end]], strict=True)) if at <= end else None


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
    return message if len(message) > _LONGEST else _in_chinese(message, _DEEPEST)


def _in_chinese(message: str, deepest: int) -> str:
    if not deepest:
        return message
    pieces = _BETWEEN.split(message)
    told = [_whole(piece, deepest) for piece in pieces[::2]]
    if all(told) and len(told) > 1:
        return _joined(pieces, told)
    return _whole(message, deepest) or _joined(pieces, told)


def _joined(pieces: Sequence[str], told: Sequence[str | None]) -> str:
    """Sentence after sentence; one that is not ours keeps its own words."""
    joined = told[0] or pieces[0]
    for between, piece, chinese in zip(pieces[1::2], pieces[2::2], told[1:], strict=True):
        is_chinese = bool(_HAN_END.search(joined))
        joined += (_CHINESE_BETWEEN[between] if is_chinese else between) + (chinese or piece)
    return joined


def _whole(message: str, deepest: int) -> str | None:
    for sentence in _sentences():
        if (places := sentence.read(message)) is not None:
            return _told(sentence.chinese, places, deepest)
    return None


def _told(chinese: str, places: Mapping[str, str], deepest: int) -> str:
    filled = _PLACE.sub(lambda place: _filled(place[1], places[place[1] + place[2]], deepest), chinese)
    return _AFTER_STOP.sub("", filled)


def _filled(place: str, value: str, deepest: int) -> str:
    if word := words().get(place, {}).get(value):
        return word
    if quoted := _QUOTED.fullmatch(value):
        return f"“{quoted[1] or quoted[2] or ''}”"
    return _in_chinese(value, deepest - 1)


@cache
def _sentences() -> tuple[Sentence, ...]:
    """The sentence with the most words of its own goes first."""
    ranked = sorted(sentences().items(), key=lambda pair: -len(_PLACE.sub("", pair[0])))
    return tuple(_sentence(english, chinese) for english, chinese in ranked)


def _sentence(english: str, chinese: str) -> Sentence:
    places = tuple(name + number for name, number in _PLACE.findall(english))
    return Sentence(tuple(_PLACE.split(english)[::3]), places, chinese)


@cache
def _stored() -> Mapping[str, Any]:
    home = files(__package__)
    return {
        file.name.removesuffix(".json"): json.loads(file.read_text("utf-8"))
        for file in sorted(home.iterdir(), key=lambda each: each.name)
        if file.name.endswith(".json")
    }
