"""Messages to people: a code with parameters, rendered in a language from one catalogue.

`catalogue/<language>/<context>.json` maps the rest of a code to its sentence: `backtest.not_done` is the entry
`not_done` of `backtest.json`, `backtest.report.title` the entry `title` of `backtest.report.json`. Places such as
`{symbol}` take the parameters of the same name. A test checks that every code in the source exists in every language,
with the same places. `catalogue/<language>/page` is built into the web page and not read here.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

VERBATIM = "verbatim"  # the words of somebody else, shown as they are
JOINED = "joined"  # messages one after the other
_CHINESE_BETWEEN = {" ": "", "; ": "；"}
_PLACE = re.compile(r"\{([a-z][a-z0-9_.~]*)\}")  # a name with a dot or `~` is for who fills places by a function
_CHINESE_MARK_BEFORE_SPACE = re.compile(r"(?<=[。；：，）、]) ")
# What others wrote may hold half characters, which no answer can carry, or control codes, which a terminal obeys.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Language(StrEnum):
    """The languages that Parley speaks."""

    ZH = "zh"
    EN = "en"


LanguageCode: TypeAlias = Literal["zh", "en"]  # as requests and answers carry it


@dataclass(frozen=True, slots=True)
class Message:
    """What is said, whatever the language. A parameter may be a message itself, or a list of them."""

    code: str
    params: Mapping[str, "Param"] = field(default_factory=dict)

    def __str__(self) -> str:
        """In English, as logs and developers read it."""
        return render(self, Language.EN)

    @classmethod
    def verbatim(cls, text: str) -> "Message":
        return cls(VERBATIM, {"text": text})

    def as_json(self) -> dict[str, object]:
        """As it is stored: rendered when it is read, in the reader's language."""
        return {"code": self.code, "params": {name: _stored(value) for name, value in self.params.items()}}

    @classmethod
    def from_json(cls, stored: Mapping[str, object]) -> "Message":
        read = _read(dict(stored))
        if not isinstance(read, Message):
            raise TypeError("a stored message has a code and parameters")
        return read


class Sentence(str):
    """A message in English, as logs and developers read it, that can still be said in another language."""

    __slots__ = ("said",)
    said: Message

    def __new__(cls, said: Message) -> "Sentence":
        self = super().__new__(cls, render(said, Language.EN))
        self.said = said
        return self

    def __getnewargs__(self) -> tuple[Message]:  # type: ignore[override]
        return (self.said,)


_reader: ContextVar[Language] = ContextVar("reader_language", default=Language.EN)
Param: TypeAlias = str | int | float | Decimal | Message | Sequence["Param"]


def message(code: str, /, **params: object) -> Message:
    return Message(code, {name: _param(value) for name, value in params.items()})


def joined(said: Iterable[Message], between: str = " ") -> Message:
    """Sentence after sentence, or a list of them with semicolons."""
    return Message(JOINED, {"said": list(said), "between": between})


def word(kind: str, value: str) -> Message:
    """A fixed word within a sentence, such as the name of an expert: `words.<kind>.<value>`, or the value as it is."""
    code = f"words.{kind}.{value.replace(' ', '_')}"
    return Message(code) if has(code) else Message.verbatim(value)


def render(said: Message, language: Language) -> str:
    """The sentence. A code that the catalogue does not have is a fault in the source: `KeyError`."""
    if said.code == VERBATIM:
        return str(said.params["text"])
    if said.code == JOINED:
        return _joined(said.params["said"], str(said.params["between"]), language)
    template = sentences(language)[said.code]
    sentence = _PLACE.sub(lambda place: _filled(said.params[place[1]], language), template)
    return _CHINESE_MARK_BEFORE_SPACE.sub("", sentence) if language is Language.ZH else sentence


def reader_language() -> Language:
    """The language of whoever the answer under way is for; English where nobody said."""
    return _reader.get()


@contextmanager
def reading(language: Language) -> Iterator[None]:
    token = _reader.set(language)
    try:
        yield
    finally:
        _reader.reset(token)


def in_language(text: str, language: Language) -> str:
    """What others wrote stays as it is."""
    return render(text.said, language) if isinstance(text, Sentence) else text


def message_of(text: str) -> Message:
    """A sentence as the message that it renders; anything else as somebody's words."""
    return text.said if isinstance(text, Sentence) else Message.verbatim(text)


def for_reader(text: str) -> str:
    return in_language(text, reader_language())


class Phrases:
    """The sentences of one language below a prefix of the catalogue; of several prefixes, the first that has the name
    counts."""

    def __init__(self, language: Language, *prefixes: str) -> None:
        self.language = language
        self._prefixes = prefixes

    def say(self, name: str, /, **params: Param) -> str:
        """A name that no prefix has is a fault in the source: `KeyError`."""
        return render(Message(self._code(name) or name, params), self.language)

    def filled(self, name: str, value_of: Callable[[str], str]) -> str:
        """The sentence with each place as the function gives it, letter by letter."""
        return _PLACE.sub(lambda place: value_of(place[1]), sentences(self.language)[self._code(name) or name])

    def word(self, kind: str, value: str) -> str:
        """A fixed word by itself, as the function `word` finds it."""
        return render(word(kind, value), self.language)

    def __contains__(self, name: str) -> bool:
        return self._code(name) is not None

    def _code(self, name: str) -> str | None:
        return next((code for prefix in self._prefixes if has(code := f"{prefix}.{name}")), None)


def has(code: str) -> bool:
    return code in sentences(Language.EN)


def places(template: str) -> frozenset[str]:
    """The names of the parameters that a sentence takes."""
    return frozenset(_PLACE.findall(template))


@cache
def sentences(language: Language) -> Mapping[str, str]:
    """Code → sentence, of every context."""
    folder = files("packages.core") / "catalogue" / language.value
    return {
        f"{file.name.removesuffix('.json')}.{name}": sentence
        for file in folder.iterdir()
        if file.name.endswith(".json")
        for name, sentence in json.loads(file.read_text("utf-8")).items()
    }


def _joined(said: Param, between: str, language: Language) -> str:
    if isinstance(said, str) or not isinstance(said, Sequence):
        raise TypeError("joined messages are a list")
    mark = _CHINESE_BETWEEN.get(between, between) if language is Language.ZH else between
    return mark.join(_filled(each, language) for each in said)


def _filled(value: Param, language: Language) -> str:
    match value:
        case Message():
            return render(value, language)
        case str():
            return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), str(value))
        case int() | float():
            return str(value)
        case Decimal():
            return f"{value:f}"
        case _:
            between = "、" if language is Language.ZH else ", "
            return between.join(_filled(each, language) for each in value)


def _param(value: object) -> Param:
    """Dates, symbols, ids and the like are said as their text; what holds several things is a list."""
    match value:
        case Message() | Decimal() | int() | float():
            return value
        case Sentence():
            return value.said
        case str():
            return str(value)
        case Iterable():
            return [_param(each) for each in value]
        case _:
            return str(value)


def _stored(value: Param) -> object:
    match value:
        case Message():
            return value.as_json()
        case str() | int() | float():
            return value
        case Decimal():
            return str(value)
        case _:
            return [_stored(each) for each in value]


def _read(stored: object) -> Param:
    match stored:
        case {"code": str(code), "params": dict(params)}:
            return Message(code, {name: _read(value) for name, value in params.items()})
        case list():
            return [_read(each) for each in stored]
        case str() | int() | float():
            return stored
        case _:
            raise TypeError(f"not a parameter of a message: {type(stored).__name__}")
