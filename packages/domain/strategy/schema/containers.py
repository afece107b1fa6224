"""Shapes of lists, objects and alternatives."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from packages.domain.strategy.json_tree import Json, below, is_number, same
from packages.domain.strategy.problems import Code, Problem, described, did_you_mean, listed, quoted
from packages.domain.strategy.schema.scalars import Number, Shape, Text, Word, fault, wrong_type


@dataclass(frozen=True, slots=True)
class ListOf:
    """Items of one shape; `unique` forbids equal ones."""

    item: Shape
    meaning: str
    longest: int
    shortest: int = 1
    unique: bool = False

    @property
    def expected(self) -> str:
        return f"a list of {self.shortest} to {self.longest} {self.meaning}"

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield wrong_type(self, value, pointer)
            return
        if not self.shortest <= len(value) <= self.longest:
            suggestion = "Add one." if len(value) < self.shortest else "Keep the important ones."
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
                place = below(pointer, index)
                yield fault(Code.DUPLICATE_ITEM, place, "each item once", described(item), "Remove the second one.")
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
    def expected(self) -> str:
        return f"{self.meaning}: an object with {listed(self.required or self.optional)}"

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
                expected, found = f"only {listed(members)}", f"the key {quoted(key)}"
                suggestion = did_you_mean(key, missing)
                yield fault(Code.UNKNOWN_KEY, below(pointer, key), expected, found, suggestion)
        if len(value) < self.fewest:
            suggestion = f"Add one of {listed(self.optional)}."
            yield fault(Code.MISSING_KEY, pointer, self.expected, described(value), suggestion)
        for key, shape in self.required.items():
            if key not in value:
                suggestion = f"Add {quoted(key)}: {shape.expected}."
                yield fault(Code.MISSING_KEY, pointer, f"the key {quoted(key)}", described(value), suggestion)

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
    def expected(self) -> str:
        return f"an object of at most {self.longest} {self.meaning}"

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if len(value) > self.longest:
            yield fault(Code.WRONG_LENGTH, pointer, self.expected, f"{len(value)}", "Keep the important ones.")
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
    def expected(self) -> str:
        return f"{self.meaning}: an object with {quoted(self.tag)}: one of {listed(self.records)}"

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if self.tag not in value:
            suggestion = f"Add {quoted(self.tag)}: one of {listed(self.records)}."
            yield fault(Code.MISSING_KEY, pointer, f"the key {quoted(self.tag)}", described(value), suggestion)
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
    def expected(self) -> str:
        return f"{self.meaning}: an object with one of {listed(self.shapes)}"

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if len(value) != 1:
            suggestion = 'Put several into {"all": […]} or {"any": […]}.' if value else f"Write {self.expected}."
            yield fault(Code.ONE_KEY_NEEDED, pointer, self.expected, described(value), suggestion)
        for key, item in value.items():
            if key in self.shapes:
                yield from self.shapes[key].faults(item, below(pointer, key))
            else:
                found, suggestion = f"the key {quoted(key)}", did_you_mean(key, self.shapes)
                yield fault(Code.UNKNOWN_KEY, below(pointer, key), self.expected, found, suggestion)

    def schema(self) -> dict[str, Json]:
        variants: list[Json] = [Record(self.meaning, {key: shape}).schema() for key, shape in self.shapes.items()]
        return {"oneOf": variants}


@dataclass(frozen=True, slots=True)
class NumberOr:
    """A number, or else a text or an object."""

    number: Number
    other: Text | Record

    @property
    def expected(self) -> str:
        return f"{self.number.expected} or {self.other.expected}"

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
    def expected(self) -> str:
        return self.resolve().expected

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        return self.resolve().faults(value, pointer)

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/$defs/{self.name}"}
