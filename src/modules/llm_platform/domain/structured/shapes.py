"""The shape that an answer must have, a pydantic model or a JSON Schema, and whether a value has it, strictly."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.errors import PydanticUserError
from pydantic_core import ErrorDetails, PydanticSerializationError

from packages.core.errors import Invalid
from src.modules.llm_platform.domain.structured.values import Json, JsonNumber, canonical, plain, quoted

Shape = type[BaseModel] | Mapping[str, object]
Schema = Mapping[str, object]


class ShapeNotUnderstood(Invalid):
    """The shape cannot be checked, so no answer could be trusted to have it."""


def schema_of(shape: Shape) -> Schema:
    """The JSON Schema of what may be written."""
    if isinstance(shape, Mapping):
        return shape
    return _model_schema(shape)


@cache
def _model_schema(model: type[BaseModel]) -> Schema:
    try:
        return model.model_json_schema(by_alias=True, mode="validation")
    except PydanticUserError as error:
        raise ShapeNotUnderstood("llm_platform.schema_missing", model=model.__name__, error=error) from error


def name_of(shape: Shape) -> str:
    return str(shape.get("title", "answer")) if isinstance(shape, Mapping) else shape.__name__


def field_names(shape: Shape) -> frozenset[str]:
    """The keys that the shape has at its top."""
    schema = schema_of(shape)
    keys = {key for branch in branches(schema, schema) for key in mapping(branch, "properties")}
    return frozenset(keys if isinstance(shape, Mapping) else keys | set(shape.model_fields))


def property_names(shape: Shape) -> frozenset[str]:
    """Every key that the shape names, at any depth."""
    return frozenset(key for schema in all_schemas(schema_of(shape)) for key in mapping(schema, "properties"))


def names_its_own_keys(shape: Shape) -> bool:
    """Whether the shape says outright that a key it does not list may stand at its top, as a map does."""
    schema = schema_of(shape)
    return any(
        branch.get("additionalProperties", False) is not False or "patternProperties" in branch
        for branch in branches(schema, schema)
    )


def takes_arrays(shape: Shape) -> bool:
    """Whether an array alone may be the answer; a shape that takes neither array nor object is refused."""
    types = set(_root_types(shape))
    if not types & {"object", "array"}:
        raise ShapeNotUnderstood("llm_platform.schema_top_level", shape=name_of(shape))
    return "array" in types


def _root_types(shape: Shape) -> Iterator[str]:
    schema = schema_of(shape)
    for branch in branches(schema, schema):
        yield from types_of(branch)
        if "type" not in branch and ("properties" in branch or "additionalProperties" in branch):
            yield "object"


def types_of(schema: Schema) -> set[str]:
    """The JSON types that a schema names itself, one or several."""
    stated = schema.get("type", ())
    return {stated} if isinstance(stated, str) else set(stated) if isinstance(stated, list | tuple) else set()


def branches(schema: Schema, root: Schema) -> Iterator[Schema]:
    """The schema itself, what it refers to, and its alternatives."""
    waiting, seen = [schema], set()
    while waiting:
        branch = waiting.pop()
        if id(branch) in seen:
            continue
        seen.add(id(branch))
        yield branch
        if "$ref" in branch:
            waiting.append(resolve(str(branch["$ref"]), root))
        for word in ("anyOf", "oneOf", "allOf"):
            waiting.extend(schemas(branch, word))


def all_schemas(schema: Schema) -> Iterator[Schema]:
    """The schema and every schema written inside it."""
    waiting: list[Schema] = [schema]
    while waiting:
        current = waiting.pop()
        yield current
        for word in ("properties", "$defs"):
            waiting.extend(item for item in mapping(current, word).values() if isinstance(item, Mapping))
        waiting.extend(filter(None, (mapping(current, word) for word in ("items", "additionalProperties"))))
        for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
            waiting.extend(schemas(current, word))


def resolve(reference: str, root: Schema) -> Schema:
    """Only references into the schema itself are followed."""
    found = mapping(root, "$defs").get(reference.removeprefix("#/$defs/"))
    if not reference.startswith("#/$defs/") or not isinstance(found, Mapping):
        raise ShapeNotUnderstood("llm_platform.schema_reference", reference=reference)
    return found


def mapping(schema: Schema, word: str) -> Mapping[str, object]:
    found = schema.get(word)
    return found if isinstance(found, Mapping) else {}


def schemas(schema: Schema, word: str) -> list[Schema]:
    found = schema.get(word)
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list | tuple) else []


_CHECKED_WORDS = frozenset({
    "type", "enum", "const", "properties", "required", "additionalProperties", "minProperties", "maxProperties",
    "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "format",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "anyOf", "oneOf", "allOf", "$ref",
    "$defs",
})  # fmt: skip
_REMARKS = frozenset({
    "title", "description", "default", "examples", "$schema", "$id", "$comment", "deprecated", "discriminator",
})  # fmt: skip
_MOST_PROBLEMS = 20
_FORMATS = frozenset({"date", "date-time", "uuid"})


def schema_problems(schema: Schema, value: Json) -> Sequence[str]:
    """Sentences about the value. `ShapeNotUnderstood`, when the schema itself cannot be followed."""
    try:
        validator = _validator(json.dumps(dict(schema)))
        return [_sentence(error) for error in islice(validator.iter_errors(plain(value)), _MOST_PROBLEMS)]
    except TypeError as error:
        raise ShapeNotUnderstood("llm_platform.schema_not_json", error=error) from error
    except RecursionError:
        raise ShapeNotUnderstood("llm_platform.schema_endless") from None


@lru_cache(maxsize=64)
def _validator(text: str) -> Any:
    """Of a schema by its text, since building one takes longer than most checks."""
    from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]
    from jsonschema.exceptions import SchemaError  # type: ignore[import-untyped]

    schema = json.loads(text)
    _understand(schema)
    formats = FormatChecker(formats=("date", "uuid"))
    formats.checks("date-time", raises=ValueError)(_is_moment)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ShapeNotUnderstood("llm_platform.schema_invalid", error=error.message) from error
    return Draft202012Validator(schema, format_checker=formats)


def _is_moment(text: object) -> bool:
    """A moment needs its zone; what is no text is another word's business."""
    return not isinstance(text, str) or datetime.fromisoformat(text).tzinfo is not None


def _understand(root: Schema) -> None:
    for schema in all_schemas(root):
        unknown = [word for word in schema if word not in _CHECKED_WORDS | _REMARKS]
        if unknown:
            raise ShapeNotUnderstood("llm_platform.schema_unknown_words", words=unknown)
        if "format" in schema and schema["format"] not in _FORMATS:
            raise ShapeNotUnderstood("llm_platform.schema_format", format=schema["format"])
        if "$ref" in schema:
            resolve(str(schema["$ref"]), root)
        _compile(str(schema.get("pattern", "")))


def _compile(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ShapeNotUnderstood("llm_platform.schema_pattern", pattern=pattern, error=error) from error


def _sentence(error: Any) -> str:
    place = ".".join(str(step) for step in error.absolute_path) or "the answer"
    return f"`{place}`: {quoted(error.message, 200)}."


_NUMERIC_TEXT = re.compile(r"\s*[-+]?[\d.]+\s*")


def model_problems(model: type[BaseModel], value: Json) -> Sequence[str]:
    try:
        instance = model.model_validate_json(canonical(value), strict=True)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        return [_model_check_sentence(detail) for detail in details[:_MOST_PROBLEMS]]
    try:
        taken = instance.model_dump(by_alias=True, warnings="none")
    except PydanticSerializationError:
        return []
    return list(_changed_kinds(taken, value, ()))


def _model_check_sentence(detail: ErrorDetails) -> str:
    place = ".".join(str(step) for step in detail["loc"]) or "the answer"
    match detail["type"]:
        case "missing":
            return f"`{place}` is missing; write it."
        case "extra_forbidden":
            return f"`{place}` is not a field of the schema; leave it out."
        case _:
            written = quoted(json.dumps(detail["input"], ensure_ascii=False, default=str))
            return f"`{place}`: {detail['msg']}; you wrote `{written}`."


def _changed_kinds(taken: object, written: Json, place: tuple[str, ...]) -> Iterator[str]:
    """Strict models still read some kinds as others: "0.8" as a decimal, true as the literal 1, "12" as a moment."""
    match taken, written:
        case dict(), dict():
            for key in taken.keys() & written.keys():
                yield from _changed_kinds(taken[key], written[key], (*place, str(key)))
        case ((list() | tuple()), list()):
            for number, (item, piece) in enumerate(zip(taken, written, strict=False)):
                yield from _changed_kinds(item, piece, (*place, str(number)))
        case _ if not _same_kind(taken, written):
            yield f"`{'.'.join(place)}`: the schema asks for another JSON type; you wrote `{_shown(written)}`."
        case _:
            pass


def _same_kind(taken: object, written: Json) -> bool:
    if isinstance(taken, Enum):
        taken = taken.value
    if isinstance(taken, bool) or isinstance(written, bool):
        return not isinstance(written, JsonNumber | bool) or type(taken) is type(written)
    if isinstance(taken, int | float | Decimal):
        return not isinstance(written, str)
    if isinstance(taken, date | time | timedelta) and isinstance(written, str):
        return not _NUMERIC_TEXT.fullmatch(written)
    return True


def _shown(written: Json) -> str:
    return quoted(canonical(written))
