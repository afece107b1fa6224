"""A model knows of a tool what its schema says: every tool and every parameter is described, and schemas are closed."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from apps.mcp.composition import TOOLBOXES
from apps.mcp.tool import ADVICE, ServedTool, tool_failure, unexpected_tool_failure
from apps.mcp.toolbox import Tool, ToolEffect
from packages.contracts.phases import Phase
from packages.core.errors import ParleyError, Throttled
from tests.folding import each

Schema = Mapping[str, Any]
TOOLS = [tool for toolbox in TOOLBOXES.values() for tool in toolbox.tools.values()]
SHORTEST_ABOUT, SHORTEST_DESCRIPTION = 60, 12
every_tool = each("tool", TOOLS)


def _served(tool: Tool) -> ServedTool:
    nothing = cast(Any, None)
    return ServedTool.of(tool, tool.name, nothing, nothing, nothing)


def _parameters(schema: Schema, defs: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Every named value that a model fills in, however deep, with its schema."""
    for name, told in schema.get("properties", {}).items():
        yield f"{path}/{name}", told
        yield from _parameters(told, defs, f"{path}/{name}")
    for part in _parts(schema, defs):
        yield from _parameters(part, defs, path)


def _parts(schema: Schema, defs: Schema) -> Iterator[Schema]:
    if "$ref" in schema:
        yield defs[schema["$ref"].rpartition("/")[2]]
    for choice in ("anyOf", "oneOf", "allOf", "prefixItems"):
        yield from schema.get(choice, ())
    for inside in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(inside), Mapping):
            yield schema[inside]


def _says_something(text: str | None, name: str, shortest: int) -> bool:
    return bool(text) and len(text or "") >= shortest and (text or "").strip(".").lower() != name.replace("_", " ")


@every_tool
def test_a_tool_says_what_it_does_and_whether_it_changes_anything(tool: Tool) -> None:
    served = _served(tool)
    assert _says_something(served.description, tool.name, SHORTEST_ABOUT)
    assert served.annotations is not None
    assert served.annotations.read_only_hint is (tool.rule.effect is ToolEffect.READ)
    assert served.annotations.idempotent_hint is True


@every_tool
def test_every_parameter_says_what_it_takes(tool: Tool) -> None:
    schema = _served(tool).parameters
    silent = [
        path
        for path, each in _parameters(schema, schema.get("$defs", {}))
        if not _says_something(each.get("description"), path.rpartition("/")[2], SHORTEST_DESCRIPTION)
    ]
    assert not silent


@every_tool
def test_texts_lists_and_numbers_are_bounded(tool: Tool) -> None:
    schema = _served(tool).parameters
    defs = schema.get("$defs", {})
    unbounded = [path for path, each in _parameters(schema, defs) for end in _ends(each, defs) if not _bounded(end)]
    assert not unbounded


def _ends(schema: Schema, defs: Schema) -> Iterator[Schema]:
    parts = list(_parts(schema, defs))
    if parts[1:2] == [{"type": "string"}] and parts[0].get("type") == "number":
        del parts[1]  # a decimal, which may be written as text, within the number's bounds
    if schema.get("type") or not parts:
        yield schema
    for part in parts:
        yield from _ends(part, defs)


def _bounded(schema: Schema) -> bool:
    match schema.get("type"):
        case "string":
            return any(word in schema for word in ("maxLength", "enum", "const", "format", "pattern"))
        case "integer" | "number":
            return "enum" in schema or any(word in schema for word in ("maximum", "exclusiveMaximum"))
        case "array":
            return "maxItems" in schema
        case _:
            return True


@every_tool
def test_what_goes_in_is_closed_and_what_comes_out_says_ok(tool: Tool) -> None:
    served = _served(tool)
    assert served.parameters["type"] == "object"
    assert served.parameters["additionalProperties"] is False
    assert served.output_schema is not None
    assert served.output_schema["type"] == "object"
    assert served.output_schema["properties"]["ok"]["const"] is True
    assert ("idempotency_key" in served.parameters["properties"]) is (tool.rule.effect is ToolEffect.WRITE)


@every_tool
def test_a_tool_has_phases_and_is_of_no_use_after_an_error(tool: Tool) -> None:
    assert tool.rule.phases
    assert Phase.ERROR not in tool.rule.phases


def test_every_family_of_errors_tells_a_model_what_to_do() -> None:
    assert set(ADVICE) == set(ParleyError.__subclasses__())
    for family in ADVICE:
        made = Throttled("It broke.", retry_after_seconds=1) if family is Throttled else family("It broke.")
        error = tool_failure(made).error
        assert (error.code, error.message) == (family.code, "It broke.")
        assert _says_something(error.suggestion, error.code, 20)


def test_a_fault_of_ours_tells_nothing_of_itself() -> None:
    error = unexpected_tool_failure(RuntimeError("postgresql://user:secret@host")).error
    assert (error.code, error.retryable) == ("internal_error", False)
    assert "secret" not in error.model_dump_json()
