"""Whether a value has the shape of a JSON Schema; a schema with words we do not know is refused, not ignored."""

import json
import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any

from src.modules.llm_platform.domain.structured.broken import quoted
from src.modules.llm_platform.domain.structured.shapes import Schema, ShapeNotUnderstood, all_schemas, resolve
from src.modules.llm_platform.domain.structured.values import Json, plain

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
