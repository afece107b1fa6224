"""The OpenAPI description with what FastAPI cannot know: how one signs in, which scope a token needs, an example."""

from collections.abc import Iterator, Mapping
from typing import Any

from packages.contracts.token_scopes import needed_scope
from packages.domain.accounts.personal_tokens import SignedInPersonNeeded

Json = dict[str, Any]
_REF = "#/components/schemas/"
_METHODS = ("get", "post", "put", "patch", "delete")
_OPEN = ("/healthz", "/readyz", "/metrics", "/api/v1/about", "/api/v1/auth/")
_BEARER = (
    "The access token of `POST /api/v1/auth/login`, or a personal access token (`pat_…`) of `POST /api/v1/tokens`. "
    "On a desk in local mode a request without either is the owner's."
)
_DEEPEST = 12
# The one kind of object that must not be empty is what experts found, by their names.
_EXPERT = {
    "signal": "BULLISH",
    "confidence": 0.6,
    "reasoning": "Above the 200-day average.",
    "risk_warning": "Wide range.",
}


def with_access(described: Json) -> Json:
    """The same description, filled in; a second time changes nothing."""
    described["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": _BEARER}
    }
    for path, method, operation in operations(described):
        operation["security"] = [] if path.startswith(_OPEN) and path != "/api/v1/auth/me" else [{"bearer": []}]
        operation["x-token-scope"] = _scope(method, path)
        _with_types_of_answers(path, operation)
        _with_examples(operation, described["components"]["schemas"])
    return described


def _with_types_of_answers(path: str, operation: Json) -> None:
    """Streams, pictures and texts, of which FastAPI knows no schema."""
    answer = operation["responses"].get("200")
    if answer is None:
        return
    if not answer.get("content"):
        answer["content"] = {"image/svg+xml" if path.endswith(".svg") else "text/event-stream": {}}
    for content in answer["content"].values():
        if not content.get("schema"):
            content["schema"] = {"type": "string"}
        elif "anyOf" in content["schema"]:  # what the events hold; FastAPI calls every stream a text besides
            content["schema"].pop("type", None)


def _with_examples(operation: Json, schemas: Mapping[str, Json]) -> None:
    answers = (content for answer in operation["responses"].values() for content in answer.get("content", {}).values())
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    for content in (*answers, *bodies, *operation.get("parameters", ())):
        if "example" not in content:
            content["example"] = example_of(content["schema"], schemas)


def operations(described: Json) -> Iterator[tuple[str, str, Json]]:
    """Each path, method and operation."""
    for path, of_path in described["paths"].items():
        yield from ((path, method, of_path[method]) for method in _METHODS if method in of_path)


def _scope(method: str, path: str) -> str:
    try:
        return needed_scope(method, path).value
    except SignedInPersonNeeded:
        return "none"


def named(schema: Mapping[str, Any]) -> str | None:
    """The name of the schema that is referred to."""
    reference = schema.get("$ref")
    return None if reference is None else str(reference).removeprefix(_REF)


def example_of(schema: Mapping[str, Any], schemas: Mapping[str, Json], deep: int = 0) -> object:
    """A value that the schema takes, of its required fields alone."""
    name = named(schema)
    if name is not None:
        return example_of(schemas[name], schemas, deep + 1) if deep < _DEEPEST else {}
    for word in ("example", "const", "default"):
        if word in schema:
            return schema[word]
    if schema.get("examples") or schema.get("enum"):
        return (schema.get("examples") or schema["enum"])[0]
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            return example_of(schema[word][0], schemas, deep + 1)
    return _plain_example(schema, schemas, deep)


def _plain_example(schema: Mapping[str, Any], schemas: Mapping[str, Json], deep: int) -> object:
    match schema.get("type"):
        case "object":
            fields: Json = schema.get("properties", {})
            if schema.get("minProperties"):
                return {"technical_analyst": _EXPERT}
            return {each: example_of(fields[each], schemas, deep + 1) for each in schema.get("required", ())}
        case "array":
            return [example_of(schema["items"], schemas, deep + 1)] if schema.get("minItems") else []
        case "boolean":
            return False
        case "integer" | "number":
            return _number(schema)
        case "string":
            return _text(schema)
        case _:
            return {}


def _number(schema: Mapping[str, Any]) -> object:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    return 1 if least is None else least + ("exclusiveMinimum" in schema)


def _text(schema: Mapping[str, Any]) -> str:
    by_format = {
        "date": "2026-01-30",
        "date-time": "2026-01-30T09:30:00Z",
        "uuid": "0" * 8 + "-0000-7000-8000-" + "0" * 12,
    }
    if schema.get("format") in by_format:
        return by_format[schema["format"]]
    if "@" in schema.get("pattern", ""):
        return "ann@example.org"
    return "text".ljust(schema.get("minLength", 0), "-")
