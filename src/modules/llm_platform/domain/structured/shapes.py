"""The shape that an answer must have: a pydantic model or a JSON Schema, asked the same questions."""

from collections.abc import Iterator, Mapping
from functools import cache

from pydantic import BaseModel
from pydantic.errors import PydanticUserError

from packages.core.errors import Invalid

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
