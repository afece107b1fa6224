"""Shapes of single values: texts, words, numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from packages.core.messages import Message
from packages.domain.strategy.json_tree import Json, is_number
from packages.domain.strategy.problems import Code, Problem, Stage, described, did_you_mean, listed, phrase, quoted


class Shape(Protocol):
    """A part of the grammar: it finds what is wrong with a value, and writes itself as JSON Schema."""

    @property
    def expected(self) -> Message: ...

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]: ...

    def schema(self) -> dict[str, Json]: ...


def fault(code: Code, pointer: str, expected: Message, found: Message, suggestion: Message) -> Problem:
    return Problem(Stage.SCHEMA, code, pointer, expected, found, suggestion)


def wrong_type(shape: Shape, value: Json, pointer: str) -> Problem:
    suggestion = phrase("write_here", expected=shape.expected)
    return fault(Code.WRONG_TYPE, pointer, shape.expected, described(value), suggestion)


def bounded(meaning: Message, minimum: float | None, maximum: float | None, *, above: float | None = None) -> Message:
    """A number with as many of its bounds as it has."""
    bounds = [
        phrase("at_least", bound=f"{minimum:g}") if minimum is not None else None,
        phrase("above", bound=f"{above:g}") if above is not None else None,
        phrase("at_most", bound=f"{maximum:g}") if maximum is not None else None,
    ]
    match [bound for bound in bounds if bound is not None]:
        case [low, high]:
            return phrase("bounded_both", meaning=meaning, low=low, high=high)
        case [only]:
            return phrase("bounded", meaning=meaning, bound=only)
        case _:
            return meaning


@dataclass(frozen=True, slots=True)
class Text:
    """A text of some length; `pattern` must match all of it."""

    meaning: str
    shortest: int = 0
    longest: int = 64
    pattern: str = ""

    @property
    def expected(self) -> Message:
        return phrase(self.meaning)

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield wrong_type(self, value, pointer)
        elif not self.shortest <= len(value) <= self.longest:
            expected = phrase(
                "text_length",
                meaning=self.expected,
                shortest=self.shortest,
                longest=self.longest,
            )
            found = phrase("characters", count=len(value))
            yield fault(Code.WRONG_LENGTH, pointer, expected, found, phrase("change_its_length"))
        elif self.pattern and not re.fullmatch(self.pattern, value):
            example = quoted(_cleaned(value))
            suggestion = phrase("write_example", meaning=self.expected, example=example)
            yield fault(Code.BAD_NAME, pointer, self.expected, described(value), suggestion)

    def schema(self) -> dict[str, Json]:
        described: dict[str, Json] = {"type": "string", "minLength": self.shortest, "maxLength": self.longest}
        return described | ({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {})


@dataclass(frozen=True, slots=True)
class Word:
    """One of a fixed set of texts."""

    words: tuple[str, ...]

    @property
    def expected(self) -> Message:
        if len(self.words) == 1:
            return Message.verbatim(quoted(self.words[0]))
        return phrase("one_of", words=listed(self.words))

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield wrong_type(self, value, pointer)
        elif value not in self.words:
            suggestion = did_you_mean(value, self.words)
            yield fault(Code.UNKNOWN_WORD, pointer, self.expected, described(value), suggestion)

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.words)} if len(self.words) > 1 else {"const": self.words[0]}


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A number in a range; `above` excludes its bound, `advice` says what the value means."""

    meaning: str = "number"
    minimum: int | float | None = None
    above: int | float | None = None
    maximum: int | float | None = None
    whole: bool = False
    advice: str = ""

    @property
    def expected(self) -> Message:
        return bounded(phrase(self.meaning), self.minimum, self.maximum, above=self.above)

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not is_number(value) or (self.whole and isinstance(value, float) and not value.is_integer()):
            yield wrong_type(self, value, pointer)
        elif not self._holds(value):
            suggestion = phrase(self.advice) if self.advice else phrase("write", expected=self.expected)
            yield fault(Code.OUT_OF_RANGE, pointer, self.expected, described(value), suggestion)

    def schema(self) -> dict[str, Json]:
        described: dict[str, Json] = {"type": "integer" if self.whole else "number"}
        bounds = {"minimum": self.minimum, "exclusiveMinimum": self.above, "maximum": self.maximum}
        return described | {name: bound for name, bound in bounds.items() if bound is not None}

    def _holds(self, value: int | float) -> bool:
        return (
            (self.minimum is None or value >= self.minimum)
            and (self.above is None or value > self.above)
            and (self.maximum is None or value <= self.maximum)
        )


def _cleaned(name: str) -> str:
    """A name near to what was written, made of letters, digits and underscores."""
    letters = re.sub(r"[^a-z0-9_]+", "_", name[:40].lower()).strip("_")
    return letters if letters and letters[0].isalpha() else f"f_{letters}".rstrip("_")
