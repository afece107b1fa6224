"""A JSON parser that forgives how a model spells structure, and never guesses what it meant."""

import re
from dataclasses import dataclass

from src.modules.llm_platform.domain.structured.values import (
    CLOSING_QUOTE,
    BrokenJson,
    Json,
    JsonNumber,
    quoted,
    read_string,
)

DEEPEST = 64
OPENERS = "{[｛［"
_CLOSERS = "}]｝］"
_COMMAS = ",，"
_COLONS = ":："

_SPACE = re.compile(r"[\s\ufeff\u200b-\u200f\u2060\u00ad]*")
_LINE_COMMENT = re.compile(r"//[^\n\r]*")
_KEY_WORD = re.compile(r"[^\W\d]\w*")
_WORD = re.compile(r"-?[^\W\d]\w*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.])")
_STARTS_NUMERIC = re.compile(r"[+\-.$¥￥€]?[0-9.]")
# A comment that holds a `"key":` may have swallowed a field of the answer.
_SWALLOWED_FIELD = re.compile(r"""["'“”‘’＂]\s*[:：]""")

_CONSTANTS: dict[str, bool | None] = {
    "true": True, "false": False, "null": None, "True": True, "False": False, "None": None,
}  # fmt: skip
_NOT_FINITE = {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"}


@dataclass(frozen=True, slots=True)
class Parsed:
    """An object or array, where it stood, and the comments inside it."""

    value: Json
    start: int
    end: int
    comments: tuple[str, ...] = ()


@dataclass(slots=True)
class _Open:
    """A bracket that is not closed yet."""

    container: dict[str, Json] | list[Json]
    key: str | None = None
    needs_comma: bool = False

    def put(self, value: Json) -> None:
        if isinstance(self.container, list):
            self.container.append(value)
        elif self.key is not None:
            self.container[self.key] = value
        self.key = None
        self.needs_comma = True


class _Parser:
    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start
        self._stack: list[_Open] = []
        self._comments: list[str] = []

    def parse(self) -> Parsed:
        start = self._at
        root = self._open()
        while self._stack:
            self._step(self._stack[-1], self._next())
        return Parsed(root, start, self._at, tuple(self._comments))

    def _step(self, top: _Open, char: str) -> None:
        if char in _CLOSERS:
            self._close(top, char)
        elif top.needs_comma:
            self._comma(top, char)
        elif isinstance(top.container, dict) and top.key is None:
            top.key = self._key(top.container, char)
        elif char in OPENERS:
            self._open()
        else:
            top.put(self._scalar(char))

    def _next(self) -> str:
        """The next character that means something; the end of the text is always an error here."""
        while True:
            self._at = skip_space(self._text, self._at)
            char = self._text[self._at : self._at + 1]
            if not char:
                raise BrokenJson.cut(self._text, self._at, "the text ends before the JSON does")
            if char != "/" or not self._text.startswith(("//", "/*"), self._at):
                return char
            self._comment()

    def _comment(self) -> None:
        start = self._at
        if line := _LINE_COMMENT.match(self._text, start):
            self._at = line.end()
        else:
            end = self._text.find("*/", start + 2)
            if end < 0:
                raise BrokenJson.cut(self._text, start, "this comment is never closed")
            self._at = end + 2
        comment = self._text[start : self._at]
        if _SWALLOWED_FIELD.search(comment):
            raise BrokenJson.found(self._text, start, "this comment may hide a field; write JSON without comments")
        self._comments.append(comment)

    def _open(self) -> Json:
        if len(self._stack) == DEEPEST:
            raise self._broken(f"more than {DEEPEST} brackets are open; write flatter JSON")
        container: dict[str, Json] | list[Json] = {} if self._text[self._at] in "{｛" else []
        if self._stack:
            self._stack[-1].put(container)
        self._stack.append(_Open(container))
        self._at += 1
        return container

    def _close(self, top: _Open, char: str) -> None:
        if (char in "}｝") is not isinstance(top.container, dict):
            raise self._broken("this bracket closes nothing that is open")
        if top.key is not None:
            raise self._broken(f"the key `{quoted(top.key)}` has no value")
        self._stack.pop()
        self._at += 1

    def _comma(self, top: _Open, char: str) -> None:
        if char not in _COMMAS:
            raise self._broken(
                'a comma or a closing bracket is due; write numbers without units, and quotes inside a string as \\"'
            )
        top.needs_comma = False
        self._at += 1

    def _key(self, container: dict[str, Json], char: str) -> str:
        if char in CLOSING_QUOTE:
            key, end = read_string(self._text, self._at)
        else:
            word = _KEY_WORD.match(self._text, self._at)
            if word is None or word.group() in _CONSTANTS:
                raise self._broken("a key in double quotes is due; write numbers without thousand separators")
            key, end = word.group(), word.end()
        if key in container:
            raise self._broken(f"the key `{quoted(key)}` stands twice in one object; write it once")
        self._at = end
        if self._next() not in _COLONS:
            raise self._broken(f"a colon is due after the key `{quoted(key)}`")
        self._at += 1
        return key

    def _scalar(self, char: str) -> Json:
        if char in CLOSING_QUOTE:
            content, self._at = read_string(self._text, self._at)
            return content
        if number := _NUMBER.match(self._text, self._at):
            return self._number(number)
        word = _WORD.match(self._text, self._at)
        if word and word.group() in _CONSTANTS:
            self._at = word.end()
            return _CONSTANTS[word.group()]
        if word and word.group() in _NOT_FINITE:
            raise self._broken("NaN and Infinity are no JSON numbers; write a finite number")
        if _STARTS_NUMERIC.match(self._text, self._at):
            raise self._broken("write a plain JSON number, without unit, sign or separator of your own")
        raise self._broken(
            "a value is due: a string in double quotes, a number, true, false, null, an object or an array"
        )

    def _number(self, found: re.Match[str]) -> JsonNumber:
        number = JsonNumber(found.group())
        if not number.is_holdable:
            raise self._broken("this number is too long, too large or too small")
        self._at = found.end()
        return number

    def _broken(self, what: str) -> BrokenJson:
        return BrokenJson.found(self._text, self._at, what)


def parse_json(text: str, start: int) -> Parsed:
    """The object or array whose bracket stands at `start`."""
    return _Parser(text, start).parse()


def skip_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start
