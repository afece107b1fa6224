"""The JSON Schema that is sent to a server, in the form of OpenAI's strict mode where that changes no meaning."""

import re
from collections.abc import Mapping

from src.modules.llm_platform.domain.requests import OutputSchema
from src.modules.llm_platform.domain.structured.shapes import (
    Schema,
    Shape,
    branches,
    mapping,
    name_of,
    resolve,
    schema_of,
    types_of,
)

_LONGEST_NAME = 64
_STRICT_WORDS = frozenset({
    "type", "enum", "const", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
    "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "anyOf", "$ref",
    "$defs", "title", "description",
})  # fmt: skip
# Remarks that strict mode refuses; they decide nothing about what is valid.
_DROPPED = frozenset({"default", "examples", "discriminator", "$schema", "$id", "$comment", "deprecated"})


def output_schema(shape: Shape) -> OutputSchema:
    """What the server is asked to keep to. Whether it is strict mode's, `is_strict` says."""
    schema = _written_out(schema_of(shape))
    name = re.sub(r"[^a-zA-Z0-9_-]+", "_", name_of(shape)).strip("_")[:_LONGEST_NAME] or "answer"
    return OutputSchema(name, _strict(schema, schema))


def _written_out(schema: Schema) -> Schema:
    """Strict mode wants an object at the top, where a model that refers to itself has a reference."""
    if "$ref" not in schema:
        return schema
    beside = {word: value for word, value in schema.items() if word != "$ref"}
    return {**resolve(str(schema["$ref"]), schema), **beside}


def is_strict(schema: Schema) -> bool:
    """Whether OpenAI's strict mode takes the schema: closed objects, every field required, no other words."""
    if set(schema) - _STRICT_WORDS or ("$ref" in schema and len(schema) > 1):
        return False
    closed = schema.get("additionalProperties") is False and set(_required(schema)) == set(
        mapping(schema, "properties")
    )
    if "object" in types_of(schema) and not closed:
        return False
    return all(is_strict(inner) for inner in _inner(schema))


def _strict(schema: Schema, root: Schema) -> dict[str, object]:
    if "$ref" in schema:
        beside = {word: value for word, value in schema.items() if word != "$ref" and word not in _DROPPED}
        if not beside:
            return {"$ref": schema["$ref"]}
        if not _leads_back(schema, root):
            return _strict({**resolve(str(schema["$ref"]), root), **beside}, root)
    strict = {
        _spelled(word, schema): _inside(word, value, root) for word, value in schema.items() if word not in _DROPPED
    }
    if mapping(schema, "properties") and schema.get("additionalProperties", False) is False:
        strict["additionalProperties"] = False
        strict["required"] = [name for name in mapping(schema, "properties") if _may_be_required(name, schema, root)]
    return strict


def _inside(word: str, value: object, root: Schema) -> object:
    match word, value:
        case (("properties" | "$defs"), Mapping()):
            return {
                name: _strict(inner, root) if isinstance(inner, Mapping) else inner for name, inner in value.items()
            }
        case (("anyOf" | "oneOf" | "allOf" | "prefixItems"), list() | tuple()):
            return [_strict(inner, root) if isinstance(inner, Mapping) else inner for inner in value]
        case (("items" | "additionalProperties"), Mapping()):
            return _strict(value, root)
        case _:
            return value


def _spelled(word: str, schema: Schema) -> str:
    """Alternatives that a discriminator separates exclude each other, so "one of" is "any of"."""
    return "anyOf" if word == "oneOf" and "discriminator" in schema and "anyOf" not in schema else word


def _may_be_required(name: str, schema: Schema, root: Schema) -> bool:
    """An optional field may be demanded when the model can write what leaving it out would have meant."""
    described = mapping(schema, "properties")[name]
    if name in _required(schema) or not isinstance(described, Mapping) or "default" in described:
        return True
    return any("null" in types_of(branch) for branch in branches(described, root))


def _leads_back(schema: Schema, root: Schema) -> bool:
    """Whether following the references of a schema comes back to it, so that it cannot be written out in place."""
    target = resolve(str(schema["$ref"]), root)
    waiting, seen = _inner(target), set()
    while waiting:
        inner = waiting.pop()
        if inner is target:
            return True
        if id(inner) not in seen:
            seen.add(id(inner))
            waiting += _inner(inner) + ([resolve(str(inner["$ref"]), root)] if "$ref" in inner else [])
    return False


def _inner(schema: Schema) -> list[Schema]:
    named = [inner for word in ("properties", "$defs") for inner in mapping(schema, word).values()]
    alone = [schema.get(word) for word in ("items", "additionalProperties")]
    listed = [inner for word in ("anyOf", "oneOf", "allOf", "prefixItems") for inner in _list(schema.get(word))]
    return [inner for inner in (*named, *alone, *listed) if isinstance(inner, Mapping)]


def _required(schema: Schema) -> list[object]:
    return _list(schema.get("required"))


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
