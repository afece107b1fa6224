"""Whether a value has the shape of a JSON Schema or of a pydantic model, strictly."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticSerializationError

from src.modules.llm_platform.domain.structured.shapes import Schema, ShapeNotUnderstood, all_schemas, resolve
from src.modules.llm_platform.domain.structured.values import Json, JsonNumber, canonical, plain, quoted

_CHECKED_WORDS = frozenset({
    "type", "enum", "const", "properties", "required", "additionalProperties", "minProperties", "maxProperties",
    "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "format",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "anyOf", "oneOf", "allOf", "$ref",
    "$defs",
})  # fmt: skip
_REMARKS = frozenset({
    "title", "description", "default", "examples", "$schema", "$id", "$comment", "deprecated", "discriminator",
})  # fmt: skip
_MOST_TOLD = 20
_FORMATS = frozenset({"date", "date-time", "uuid"})


def schema_problems(schema: Schema, value: Json) -> Sequence[str]:
    """Sentences about the value. `ShapeNotUnderstood`, when the schema itself cannot be followed."""
    try:
        validator = _validator(json.dumps(dict(schema)))
        return [_sentence(error) for error in islice(validator.iter_errors(plain(value)), _MOST_TOLD)]
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
        return [_model_check_sentence(detail) for detail in details[:_MOST_TOLD]]
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
