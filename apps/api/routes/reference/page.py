"""The reference page: every request of the API with its fields, as one HTML file that loads its style alone."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from apps.api.routes.reference.description import Json, named, operations

_SCOPE = {"read": "token scope: read", "write": "token scope: write", "trade:paper": "token scope: trade:paper"}
_SIGNED_IN = "signed-in person only"
_OPEN = "no sign-in"


def reference_page(described: Json) -> str:
    """`described` is the whole OpenAPI description."""
    by_tag: dict[str, list[tuple[str, str, Json]]] = defaultdict(list)
    for path, method, operation in operations(described):
        by_tag[operation.get("tags", ["other"])[0]].append((path, method, operation))
    schemas: dict[str, Json] = described["components"]["schemas"]
    contents = "".join(
        f'<li><a href="#{_anchor(tag)}">{escape(tag)}</a> {len(ops)}</li>' for tag, ops in by_tag.items()
    )
    sections = "".join(_section(tag, found) for tag, found in by_tag.items())
    shapes = "".join(_shape(name, schemas[name]) for name in sorted(schemas))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parley API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/docs/style.css"></head><body>'
        f"<nav><h1>Parley API <small>{escape(described['info']['version'])}</small></h1><ul>{contents}"
        '<li><a href="#shapes">Schemas</a></li></ul></nav><main>'
        "<p>Send <code>Authorization: Bearer …</code> with an access token or a personal access token. "
        'Every failure has one shape: <a href="#ErrorBody">ErrorBody</a>. '
        'The description for programs is <a href="/openapi.json">/openapi.json</a>; '
        'tools for language models are listed in <a href="/llms.txt">/llms.txt</a>.</p>'
        f'{sections}<h2 id="shapes">Schemas</h2>{shapes}</main></body></html>'
    )


def _section(tag: str, found: Iterable[tuple[str, str, Json]]) -> str:
    return f'<h2 id="{_anchor(tag)}">{escape(tag)}</h2>' + "".join(_request(*each) for each in found)


def _request(path: str, method: str, operation: Json) -> str:
    about = operation.get("description") or operation.get("summary", "")
    return (
        f'<details id="{_anchor(operation["operationId"])}"><summary><b class="{method}">{method.upper()}</b> '
        f"<code>{escape(path)}</code> <span>{escape(operation.get('summary', ''))}</span></summary>"
        f"<p>{_words(about)}</p><p><small>{_access(operation)}</small></p>"
        f"{_parameters(operation.get('parameters', []))}"
        f"{_body(operation.get('requestBody', {}))}{_answers(operation['responses'])}</details>"
    )


def _access(operation: Json) -> str:
    if not operation["security"]:
        return _OPEN
    return _SCOPE.get(operation["x-token-scope"], _SIGNED_IN)


def _parameters(parameters: list[Json]) -> str:
    rows = [
        (
            each["name"],
            f"{each['in']}{', required' if each.get('required') else ''}",
            each["schema"],
            each.get("description", ""),
        )
        for each in parameters
    ]
    return _table(rows) if rows else ""


def _body(body: Json) -> str:
    said = ""
    for kind, content in body.get("content", {}).items():
        example = content.get("example")
        shown = "" if example is None else f"<pre>{escape(json.dumps(example, indent=2, ensure_ascii=False))}</pre>"
        said += f"<h3>Body <small>{escape(kind)}</small></h3><p>{_type(content.get('schema', {}))}</p>{shown}"
    return said


def _answers(responses: Json) -> str:
    rows = []
    for status, response in responses.items():
        shapes = [_type(content["schema"]) for content in response.get("content", {}).values() if "schema" in content]
        rows.append(f"<li><b>{escape(status)}</b> {escape(response.get('description', ''))} {' '.join(shapes)}</li>")
    return f"<h3>Answers</h3><ul>{''.join(rows)}</ul>"


def _shape(name: str, schema: Json) -> str:
    required = set(schema.get("required", ()))
    rows = [
        (field, "required" if field in required else "", of_field, of_field.get("description", ""))
        for field, of_field in schema.get("properties", {}).items()
    ]
    inside = _table(rows) if rows else f"<p>{_type(schema)}</p>"
    return (
        f'<details id="{_anchor(name)}"><summary><code>{escape(name)}</code></summary>'
        f"<p>{_words(schema.get('description', ''))}</p>{inside}</details>"
    )


def _table(rows: Iterable[tuple[str, str, Json, str]]) -> str:
    cells = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(where)}</td><td>{_type(schema)}</td><td>{_words(about)}</td></tr>"
        for name, where, schema, about in rows
    )
    return f"<table>{cells}</table>"


def _type(schema: Mapping[str, Any]) -> str:
    """A type in words, linked where it has a name."""
    name = named(schema)
    if name is not None:
        return f'<a href="#{_anchor(name)}">{escape(name)}</a>'
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            return " or ".join(_type(each) for each in schema[word])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return escape(str(schema.get("type", "any value")))


def _words(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _anchor(name: str) -> str:
    return escape(re.sub(r"[^\w-]+", "-", name))
