"""A sentence as tokens: known words, numbers, instruments, and the rest as unknown pieces."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from packages.domain.strategy.words.lexing.lexicon import UNIT, Node, lexicon
from packages.domain.strategy.words.lexing.lists import without_counts
from packages.domain.strategy.words.lexing.numerals import CHINESE, chinese_number, english_number, is_chinese_number
from packages.domain.strategy.words.lexing.settling import settled
from packages.domain.strategy.words.lexing.spelling import spelt
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.lexing.traditional import TRADITIONAL

Symbols: TypeAlias = Callable[[str], str | None]
_CIRCLED = dict.fromkeys("①②③④⑤⑥⑦⑧⑨⑩", "、")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–−", "-") | {"’": "'", "＇": "'", "〜": "~", "\n": ";", "\r": " ", "|": ";"})
MESSAGES_AT_ONCE = 8  # of which one is read once, however many parts of a turn ask what it says
_MOST_ASKED = 600
_LONGEST_NAME = 6
_BEFORE_NAMES = frozenset(
    {
        Tag.COMMA,
        Tag.BREAK,
        Tag.COLON,
        Tag.ACTION,
        Tag.AND,
        Tag.LISTING,
        Tag.SLASH,
        Tag.RULE_WORD,
        Tag.FILLER,
        Tag.REPLACE,
        Tag.SET,
        Tag.ADD,
        Tag.REMOVE,
        Tag.FROM,
        Tag.TO,
        Tag.INSTEAD,
        Tag.OR,
        Tag.WHEN,
        Tag.SHARES,
        Tag.AFTER,
    }
)
_LETTERS = {
    "k": (Tag.OUTPUT, "k"),
    "d": (Tag.OUTPUT, "d"),
    "j": (Tag.OUTPUT, "j"),
    "m": (Tag.UNKNOWN, "m"),
    "h": (Tag.UNKNOWN, "h"),
    "w": (Tag.UNKNOWN, "w"),
    "u": (Tag.UNKNOWN, "u"),
    "r": (Tag.UNKNOWN, "r"),
}
_TYPED_SMALL = (Tag.SHARES, Tag.GO)
_CODE_MARKS = frozenset(".-/=^$")


@dataclass(frozen=True, slots=True)
class _Unit:
    text: str
    start: int
    end: int
    glued: bool


def normalised(text: str) -> str:
    """In small letters and half width, character by character, so that every place stays where it was."""
    return "".join(map(_plain, text)).translate(_DASHES)


def in_small_letters(text: str) -> str:
    """Character by character, so that every place stays where it was."""
    return "".join(small if len(small := each.lower()) == 1 else each for each in text)


@lru_cache(4096)
def _plain(character: str) -> str:
    if character in _CIRCLED:
        return _CIRCLED[character]
    wide = unicodedata.normalize("NFKC", character)
    small = (wide if len(wide) == 1 else character).lower()
    return (small if len(small) == 1 else character).translate(TRADITIONAL)


class Lexer:
    """A text that is cut; `symbols` is asked about a bounded number of words."""

    def __init__(self, text: str, symbols: Symbols) -> None:
        self._text = text
        self._symbols = symbols
        self._asked = 0
        self._has_small = any(letter.islower() for letter in text)
        self._units = _units(without_counts(normalised(text)))
        self._tokens = tuple(self._cut())

    def tokens(self) -> list[Token]:
        """In order, fillers among them; what is not known is one token a unit."""
        return list(self._tokens)

    def _cut(self) -> list[Token]:
        found: list[Token] = []
        place = 0
        while place < len(self._units):
            token, taken = self._named_first(place, found) or self._next(place)
            found.append(_unglued(token, found, self._text))
            place += taken
        return settled(found, in_small_letters(self._text))

    def written(self, token: Token) -> str:
        """The word that a token was made of, as it was typed."""
        return self._text[token.start : token.end]

    def stands_between(self, one: Token, other: Token) -> str:
        return self._text[one.end : other.start]

    def _next(self, place: int) -> tuple[Token, int]:
        if self._is_hyphen(place):
            return self._token(Tag.FILLER, None, place, 1), 1
        if self._is_dash(place):
            return self._token(Tag.COLON, None, place, 1), 1
        known = self._known(place)
        code = self._code(place)
        alike = code is not None and known is not None and known[1] == code[1]
        if code is not None and known is not None and alike and known[0].kind in _TYPED_SMALL and self._has_small:
            return code  # COIN and SNAP in capitals are tickers
        if code is not None and code[1] > (known[1] if known else 0):
            return self._name(place, code[1] + 1) or code
        number = self._number(place)
        if number is not None and (known is None or number[1] > known[1]):
            return number
        if known is not None and not (known[0].kind is Tag.FILLER and self._name(place, known[1] + 1)):
            return known
        return (
            self._name(place, 1)
            or self._sign(place)
            or (self._token(Tag.UNKNOWN, self._units[place].text, place, 1), 1)
        )

    def _named_first(self, place: int, found: list[Token]) -> tuple[Token, int] | None:
        """A Chinese name may begin with a number or a word of the trade, as 万科 and 平安银行 do."""
        begins = not found or found[-1].kind in _BEFORE_NAMES or not self._units[place].glued
        return self._name(place, 2) if begins and not self._units[place].text.isascii() else None

    def _is_hyphen(self, place: int) -> bool:
        """`50-day` and `EMA-20` have one; `-5%` and `10-20` do not."""
        units = self._units
        if units[place].text != "-" or not 0 < place < len(units) - 1 or not units[place].glued:
            return False
        before, after = units[place - 1].text, units[place + 1]
        if not before.isascii() or not before[-1].isalnum():
            return False
        if not after.glued and before[-1].isdigit() and after.text in ("and", "or", ",", "/"):
            return True
        return after.glued and (after.text[0].isalpha() or (before[-1].isalpha() and before.isascii()))

    def _is_dash(self, place: int) -> bool:
        """`Entry - RSI below 35`: a dash between spaces separates, but `10 - 20` is a range."""
        units = self._units
        if units[place].text != "-" or not 0 < place < len(units) - 1 or units[place].glued:
            return False
        counts = units[place - 1].text[-1].isdigit() and units[place + 1].text[0].isdigit()
        return not units[place + 1].glued and not counts

    def _known(self, place: int) -> tuple[Token, int] | None:
        node: Node | None = lexicon()
        best: tuple[Token, int] | None = None
        units = self._units
        ahead = place
        while ahead < len(units) and node is not None:
            if units[ahead].text == "-" and ahead > place and ahead + 1 < len(units) and "-" not in node.following:
                ahead += 1
                continue
            node = _following(node, units[ahead].text)
            ahead += 1
            if node is not None and node.ends is not None:
                kind, value = node.ends
                best = self._token(kind, value, place, ahead - place), ahead - place
        return best

    def _number(self, place: int) -> tuple[Token, int] | None:
        unit = self._units[place].text
        if unit[0].isdigit() or (unit[0] == "." and len(unit) > 1):
            value = float(unit.replace(",", ""))
            return self._token(Tag.NUMBER, value, place, 1), 1
        if match := CHINESE.match("".join(self._glued_units(place))):
            used = next(length for length in range(len(match[0]), 0, -1) if is_chinese_number(match[0][:length]))
            return self._token(Tag.NUMBER, chinese_number(match[0][:used]), place, used), used
        if unit.isascii() and unit.isalpha():
            ahead = self._units[place : place + 9]
            spelt = english_number([each.text for each in ahead if each.text != "-"])
            if spelt is not None:
                said = [index for index, each in enumerate(ahead) if each.text != "-"][spelt[1] - 1] + 1
                return self._token(Tag.NUMBER, spelt[0], place, said), said
        return None

    def _glued_units(self, place: int) -> Iterator[str]:
        """The units that no space stands between: 百分之一 一 is not eleven."""
        for unit in self._units[place : place + 14]:
            if unit.start > self._units[place].start and not unit.glued:
                return
            yield unit.text

    def _code(self, place: int) -> tuple[Token, int] | None:
        """A ticker as it is typed: `$AAPL`, `600519.SH`, `BTC-USD`, `TSLA`."""
        end = place + 1
        while end < len(self._units) and end - place < 4 and self._units[end].glued and self._joins(end):
            end += 1
        for last in range(end, place, -1):
            if last < end and self._units[last].text.isalnum():
                continue  # DEMO5 is not DEMO
            written = re.sub(r"['’]s$", "", self._written(place, last))
            if _is_code(written) and (symbol := self._ask(written)):
                return self._token(Tag.SYMBOL, symbol, place, last - place), last - place
        return None

    def _joins(self, place: int) -> bool:
        text = self._units[place].text
        return text in _CODE_MARKS or (text.isascii() and text.isalnum())

    def _name(self, place: int, fewest: int) -> tuple[Token, int] | None:
        first = self._units[place].text
        if not first.removesuffix("'s").isalnum():
            return None
        longest = _LONGEST_NAME if not first.isascii() else 3
        for length in range(min(longest, len(self._units) - place), max(fewest, 1 if first.isascii() else 2) - 1, -1):
            written = self._written(place, place + length)
            bare = re.sub(r"['’]s?$", "", written)
            if "\n" not in written and (symbol := self._ask(written) or (bare != written and self._ask(bare)) or None):
                return self._token(Tag.SYMBOL, symbol, place, length), length
        return None

    def _sign(self, place: int) -> tuple[Token, int] | None:
        """A name of one Chinese character: 铜."""
        text = self._units[place].text
        symbol = self._ask(text) if not text.isascii() and text.isalpha() else None
        return (self._token(Tag.SYMBOL, symbol, place, 1), 1) if symbol else None

    def _ask(self, written: str) -> str | None:
        if self._asked >= _MOST_ASKED:
            return None
        self._asked += 1
        return self._symbols(written)

    def _written(self, first: int, last: int) -> str:
        return self._text[self._units[first].start : self._units[last - 1].end]

    def _token(self, kind: Tag, value: object, place: int, count: int) -> Token:
        first, last = self._units[place], self._units[place + count - 1]
        return Token(kind, value, first.start, last.end, first.glued)


@lru_cache(MESSAGES_AT_ONCE)
def cut(text: str, symbols: Symbols) -> Lexer:
    """The same text is cut once for rules and for edits."""
    return Lexer(text, symbols)


def _following(node: Node, text: str) -> Node | None:
    """The next place in the tree; a possessive that is not known is the word itself: RSI's."""
    found = node.following.get(text)
    return found if found is not None or not text.endswith("'s") else node.following.get(text[:-2])


def _unglued(token: Token, found: list[Token], text: str) -> Token:
    """A single letter is a unit right after a number, and else a line of an indicator or nothing known."""
    letter = text[token.start : token.end].lower()
    if letter not in _LETTERS or (token.glued and found and found[-1].kind is Tag.NUMBER):
        return token
    kind, value = _LETTERS[letter]
    return Token(kind, value, token.start, token.end, token.glued)


def _is_code(written: str) -> bool:
    bare = written.removeprefix("$")
    if len(bare) < 2 or not bare[-1].isalnum():
        return False
    has_mark = any(mark in bare for mark in ".-/=^") and not bare.replace(".", "").isdigit()
    is_digits = bare.isdigit() and len(bare) in (4, 5, 6) and bare[0] in "02356"
    return bare.upper() == bare and (bare.isalpha() or has_mark or is_digits or written.startswith("$"))


@lru_cache(4096)
def _spelt(word: str) -> str:
    """As it is meant, where the word as it is written begins nothing that is known."""
    return word if word in lexicon().following else spelt(word)


def _units(text: str) -> list[_Unit]:
    found: list[_Unit] = []
    end = -1
    for match in UNIT.finditer(text):
        found.append(_Unit(_spelt(match[0]), match.start(), match.end(), match.start() == end))
        end = match.end()
    return found
