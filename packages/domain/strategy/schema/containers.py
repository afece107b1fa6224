"""Shapes of lists, objects and alternatives."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from packages.domain.strategy.json_tree import Json, below, is_number, same
from packages.domain.strategy.problems import Code, Problem, described, did_you_mean, listed, quoted
from packages.domain.strategy.schema.scalars import Number, Shape, Text, Word, fault, wrong_type
from packages.domain.strategy.wording import Wording, as_written, said


@dataclass(frozen=True, slots=True)
class ListOf:
    """Items of one shape; `unique` forbids equal ones."""

    item: Shape
    meaning: str
    longest: int
    shortest: int = 1
    unique: bool = False

    @property
    def expected(self) -> Wording:
        items = said(self.meaning)
        return said(
            "a list of {shortest} to {longest} {items}", shortest=self.shortest, longest=self.longest, items=items
        )

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield wrong_type(self, value, pointer)
            return
        if not self.shortest <= len(value) <= self.longest:
            suggestion = said("Add one.") if len(value) < self.shortest else said("Keep the important ones.")
            yield fault(Code.WRONG_LENGTH, pointer, self.expected, described(value), suggestion)
        for index, item in enumerate(value):
            yield from self.item.faults(item, below(pointer, index))
        if self.unique and len(value) <= self.longest:
            yield from self._repeated(value, pointer)

    def schema(self) -> dict[str, Json]:
        told: dict[str, Json] = {"type": "array", "items": self.item.schema(), "minItems": self.shortest}
        return told | {"maxItems": self.longest} | ({"uniqueItems": True} if self.unique else {})

    def _repeated(self, items: list[Json], pointer: str) -> Iterator[Problem]:
        texts = set[str]()
        for index, item in enumerate(items):
            known = item in texts if isinstance(item, str) else any(same(item, other) for other in items[:index])
            if known:
                expected, suggestion = said("each item once"), said("Remove the second one.")
                yield fault(Code.DUPLICATE_ITEM, below(pointer, index), expected, described(item), suggestion)
            elif isinstance(item, str):
                texts.add(item)


@dataclass(frozen=True, slots=True)
class Record:
    """An object with named members and no others, `fewest` of them at least."""

    meaning: str
    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)
    fewest: int = 0

    @property
    def expected(self) -> Wording:
        keys = listed(self.required or self.optional)
        return said("{meaning}: an object with {keys}", meaning=said(self.meaning), keys=keys)

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        members = {**self.required, **self.optional}
        for key, item in value.items():
            if key in members:
                yield from members[key].faults(item, below(pointer, key))
            else:
                missing = [name for name in members if name not in value]
                expected, found = said("only {words}", words=listed(members)), _the_key(key)
                suggestion = did_you_mean(key, missing)
                yield fault(Code.UNKNOWN_KEY, below(pointer, key), expected, found, suggestion)
        if len(value) < self.fewest:
            suggestion = said("Add one of {words}.", words=listed(self.optional))
            yield fault(Code.MISSING_KEY, pointer, self.expected, described(value), suggestion)
        for key, shape in self.required.items():
            if key not in value:
                suggestion = said("Add {key}: {expected}.", key=quoted(key), expected=shape.expected)
                yield fault(Code.MISSING_KEY, pointer, _the_key(key), described(value), suggestion)

    def schema(self) -> dict[str, Json]:
        members: dict[str, Json] = {key: shape.schema() for key, shape in ({**self.required, **self.optional}).items()}
        required: list[Json] = list(self.required)
        told: dict[str, Json] = {"type": "object", "properties": members, "required": required}
        return told | {"additionalProperties": False} | ({"minProperties": self.fewest} if self.fewest else {})


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose keys are names that the writer chose."""

    key: Text
    item: Shape
    meaning: str
    longest: int

    @property
    def expected(self) -> Wording:
        return said("an object of at most {count} {items}", count=self.longest, items=said(self.meaning))

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if len(value) > self.longest:
            found, suggestion = as_written(str(len(value))), said("Keep the important ones.")
            yield fault(Code.WRONG_LENGTH, pointer, self.expected, found, suggestion)
        for key, item in value.items():
            yield from self.key.faults(key, below(pointer, key))
            yield from self.item.faults(item, below(pointer, key))

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "propertyNames": self.key.schema(),
            "additionalProperties": self.item.schema(),
            "maxProperties": self.longest,
        }


@dataclass(frozen=True, slots=True)
class Variants:
    """An object whose member `tag` says which members it has besides."""

    meaning: str
    tag: str
    records: Mapping[str, Record]

    @property
    def expected(self) -> Wording:
        return said(
            "{meaning}: an object with {key}: one of {words}",
            meaning=said(self.meaning),
            key=quoted(self.tag),
            words=listed(self.records),
        )

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if self.tag not in value:
            kinds = said("one of {words}", words=listed(self.records))
            suggestion = said("Add {key}: {expected}.", key=quoted(self.tag), expected=kinds)
            yield fault(Code.MISSING_KEY, pointer, _the_key(self.tag), described(value), suggestion)
            return
        tag = value[self.tag]
        if isinstance(tag, str) and tag in self.records:
            rest = {key: item for key, item in value.items() if key != self.tag}
            yield from self.records[tag].faults(rest, pointer)
        else:
            yield from Word(tuple(self.records)).faults(tag, below(pointer, self.tag))

    def schema(self) -> dict[str, Json]:
        variants: list[Json] = []
        for name, record in self.records.items():
            tagged = Record(record.meaning, {self.tag: Word((name,)), **record.required}, record.optional)
            variants.append(tagged.schema())
        return {"oneOf": variants}


@dataclass(frozen=True, slots=True)
class OneKey:
    """An object with exactly one member, whose key says what it is."""

    meaning: str
    shapes: Mapping[str, Shape]

    @property
    def expected(self) -> Wording:
        return said("{meaning}: an object with one of {keys}", meaning=said(self.meaning), keys=listed(self.shapes))

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if len(value) != 1:
            several = said('Put several into {"all": […]} or {"any": […]}.')
            suggestion = several if value else said("Write {expected}.", expected=self.expected)
            yield fault(Code.ONE_KEY_NEEDED, pointer, self.expected, described(value), suggestion)
        for key, item in value.items():
            if key in self.shapes:
                yield from self.shapes[key].faults(item, below(pointer, key))
            else:
                suggestion = did_you_mean(key, self.shapes)
                yield fault(Code.UNKNOWN_KEY, below(pointer, key), self.expected, _the_key(key), suggestion)

    def schema(self) -> dict[str, Json]:
        variants: list[Json] = [Record(self.meaning, {key: shape}).schema() for key, shape in self.shapes.items()]
        return {"oneOf": variants}


@dataclass(frozen=True, slots=True)
class NumberOr:
    """A number, or else a text or an object."""

    number: Number
    other: Text | Record

    @property
    def expected(self) -> Wording:
        return said("{one} or {other}", one=self.number.expected, other=self.other.expected)

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if is_number(value):
            yield from self.number.faults(value, pointer)
        elif isinstance(value, str if isinstance(self.other, Text) else dict):
            yield from self.other.faults(value, pointer)
        else:
            yield wrong_type(self, value, pointer)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [self.number.schema(), self.other.schema()]}


@dataclass(frozen=True, slots=True)
class Named:
    """A shape by name, so that it can contain itself; the schema keeps it among its definitions."""

    name: str
    resolve: Callable[[], Shape]

    @property
    def expected(self) -> Wording:
        return self.resolve().expected

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        return self.resolve().faults(value, pointer)

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/$defs/{self.name}"}


def _the_key(key: str) -> Wording:
    return said("the key {key}", key=quoted(key))
