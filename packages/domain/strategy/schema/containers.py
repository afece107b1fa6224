"""Shapes of lists, objects and alternatives."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from packages.core.messages import Message
from packages.domain.strategy.json_tree import Json, below, is_number, same
from packages.domain.strategy.problems import Code, Problem, described, did_you_mean, listed, phrase, quoted
from packages.domain.strategy.schema.scalars import NumberShape, Shape, Text, Word, fault, wrong_type


@dataclass(frozen=True, slots=True)
class ListOf:
    """Items of one shape; `unique` forbids equal ones."""

    item: Shape
    meaning: str
    longest: int
    shortest: int = 1
    unique: bool = False

    @property
    def expected(self) -> Message:
        items = phrase(self.meaning)
        return phrase("list_length", shortest=self.shortest, longest=self.longest, items=items)

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield wrong_type(self, value, pointer)
            return
        if not self.shortest <= len(value) <= self.longest:
            suggestion = phrase("add_one") if len(value) < self.shortest else phrase("keep_important")
            yield fault(Code.WRONG_LENGTH, pointer, self.expected, described(value), suggestion)
        for index, item in enumerate(value):
            yield from self.item.faults(item, below(pointer, index))
        if self.unique and len(value) <= self.longest:
            yield from self._repeated(value, pointer)

    def schema(self) -> dict[str, Json]:
        described: dict[str, Json] = {"type": "array", "items": self.item.schema(), "minItems": self.shortest}
        return described | {"maxItems": self.longest} | ({"uniqueItems": True} if self.unique else {})

    def _repeated(self, items: list[Json], pointer: str) -> Iterator[Problem]:
        texts = set[str]()
        for index, item in enumerate(items):
            known = item in texts if isinstance(item, str) else any(same(item, other) for other in items[:index])
            if known:
                expected, suggestion = phrase("each_item_once"), phrase("remove_the_second_one")
                yield fault(Code.DUPLICATE_ITEM, below(pointer, index), expected, described(item), suggestion)
            elif isinstance(item, str):
                texts.add(item)


@dataclass(frozen=True, slots=True)
class RecordShape:
    """An object with named members and no others, `fewest` of them at least, one of `some_of` at least, and exactly one
    of `one_of`."""

    meaning: str
    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)
    fewest: int = 0
    some_of: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    @property
    def expected(self) -> Message:
        keys = listed((*self.required, *self.one_of, *self.some_of) or self.optional)
        return phrase("object_of", meaning=phrase(self.meaning), keys=keys)

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
                expected, found = phrase("only", words=listed(members)), _the_key(key)
                suggestion = did_you_mean(key, missing)
                yield fault(Code.UNKNOWN_KEY, below(pointer, key), expected, found, suggestion)
        if len(value) < self.fewest:
            suggestion = phrase("add_one_of", words=listed(self.optional))
            yield fault(Code.MISSING_KEY, pointer, self.expected, described(value), suggestion)
        yield from self._choice_faults(value, pointer)
        for key, shape in self.required.items():
            if key not in value:
                suggestion = phrase("add", key=quoted(key), expected=shape.expected)
                yield fault(Code.MISSING_KEY, pointer, _the_key(key), described(value), suggestion)

    def schema(self) -> dict[str, Json]:
        members: dict[str, Json] = {key: shape.schema() for key, shape in ({**self.required, **self.optional}).items()}
        required: list[Json] = list(self.required)
        described: dict[str, Json] = {"type": "object", "properties": members, "required": required}
        chosen: dict[str, Json] = {}
        for word, keys in (("oneOf", self.one_of), ("anyOf", self.some_of)):
            chosen |= {word: [{"required": [key]} for key in keys]} if keys else {}
        fewest: dict[str, Json] = {"minProperties": self.fewest} if self.fewest else {}
        return described | {"additionalProperties": False} | fewest | chosen

    def _choice_faults(self, value: dict[str, Json], pointer: str) -> Iterator[Problem]:
        for choice in (self.one_of, self.some_of):
            present = [key for key in choice if key in value]
            if choice and not present:
                first = {**self.required, **self.optional}[choice[0]]
                suggestion = phrase("add", key=quoted(choice[0]), expected=first.expected)
                expected = phrase("one_of", words=listed(choice))
                yield fault(Code.MISSING_KEY, pointer, expected, described(value), suggestion)
            elif choice == self.one_of and len(present) > 1:
                expected, found = phrase("only_one_of", words=listed(choice)), listed(present)
                place = below(pointer, present[1])
                yield fault(Code.ONE_KEY_NEEDED, place, expected, found, phrase("keep_one_of_them"))


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose keys are names that the writer chose."""

    key: Text
    item: Shape
    meaning: str
    longest: int

    @property
    def expected(self) -> Message:
        return phrase("object_length", count=self.longest, items=phrase(self.meaning))

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if len(value) > self.longest:
            found, suggestion = Message.verbatim(str(len(value))), phrase("keep_important")
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
class VariantsShape:
    """An object whose member `tag` says which members it has besides."""

    meaning: str
    tag: str
    records: Mapping[str, RecordShape]

    @property
    def expected(self) -> Message:
        return phrase(
            "object_with_kind",
            meaning=phrase(self.meaning),
            key=quoted(self.tag),
            words=listed(self.records),
        )

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if self.tag not in value:
            kinds = phrase("one_of", words=listed(self.records))
            suggestion = phrase("add", key=quoted(self.tag), expected=kinds)
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
            tagged = replace(record, required={self.tag: Word((name,)), **record.required})
            variants.append(tagged.schema())
        return {"oneOf": variants}


@dataclass(frozen=True, slots=True)
class OneKey:
    """An object with exactly one member, whose key says what it is; `several` is the advice for one with more."""

    meaning: str
    shapes: Mapping[str, Shape]
    several: str = "put_several_into_all"

    @property
    def expected(self) -> Message:
        return phrase("object_with_one", meaning=phrase(self.meaning), keys=listed(self.shapes))

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield wrong_type(self, value, pointer)
            return
        if len(value) != 1:
            suggestion = phrase(self.several) if value else phrase("write", expected=self.expected)
            yield fault(Code.ONE_KEY_NEEDED, pointer, self.expected, described(value), suggestion)
        for key, item in value.items():
            if key in self.shapes:
                yield from self.shapes[key].faults(item, below(pointer, key))
            else:
                suggestion = did_you_mean(key, self.shapes)
                yield fault(Code.UNKNOWN_KEY, below(pointer, key), self.expected, _the_key(key), suggestion)

    def schema(self) -> dict[str, Json]:
        variants: list[Json] = [RecordShape(self.meaning, {key: shape}).schema() for key, shape in self.shapes.items()]
        return {"oneOf": variants}


@dataclass(frozen=True, slots=True)
class NumberOr:
    """A number, or else a text or an object."""

    number: NumberShape
    other: Text | RecordShape

    @property
    def expected(self) -> Message:
        return phrase("either", one=self.number.expected, other=self.other.expected)

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
    def expected(self) -> Message:
        return self.resolve().expected

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        return self.resolve().faults(value, pointer)

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/$defs/{self.name}"}


def _the_key(key: str) -> Message:
    return phrase("key", key=quoted(key))
