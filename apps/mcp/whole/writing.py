"""Writes the manifest from the tools themselves: `python -m apps.mcp.whole.writing`."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from mcp import Client
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel

from apps.mcp.composition import TOOLBOXES
from apps.mcp.tool import ServedTool
from apps.mcp.toolbox import Tool, ToolEffect
from apps.mcp.whole.card_kinds import card_of
from apps.mcp.whole.guides import Guides
from apps.mcp.whole.manifest import CALL, Manifest
from apps.mcp.whole.naming import PublicNames, public_name
from apps.mcp.whole.selection import ToolSelection
from apps.mcp.whole.server import whole_server
from packages.core.messages import Language, Message, render

MANIFEST = Path(__file__).with_name("manifest.json")
_NOTHING = cast(Any, None)
_NAMES = PublicNames({domain: frozenset(box.tools) for domain, box in TOOLBOXES.items()})


def manifest_text() -> str:
    return json.dumps(asyncio.run(_written()), ensure_ascii=False, indent=1) + "\n"


async def _written() -> dict[str, Any]:
    tools = [*_guides(), *_tools()]
    server = whole_server(_NOTHING, _NOTHING, _NOTHING, Manifest((), {}, {}), lambda _: ToolSelection())
    async with Client(server) as client:
        lists = {
            "prompts/list": await client.list_prompts(),
            "resources/list": await client.list_resources(),
            "resources/templates/list": await client.list_resource_templates(),
        }
        capabilities = _wire(client.server_capabilities)
    opening = {
        "capabilities": capabilities,
        "instructions": server.instructions,
        "handshakes": list(HANDSHAKE_PROTOCOL_VERSIONS),
        "supportedVersions": list(MODERN_PROTOCOL_VERSIONS),
    }
    shown = {method: _plain(_wire(answer)) for method, answer in lists.items()}
    return {"tools": tools, "lists": shown, "opening": opening}


def _guides() -> Iterator[dict[str, Any]]:
    for each in Guides(Manifest((), {}, {}), {}, lambda _: ToolSelection()).served():
        schema = _NAMES.in_schema(each.parameters, next(iter(TOOLBOXES)))
        yield {"domain": "", "changes": each.name == CALL, "shown": _shown(each, each.name, each.description, schema)}


def _tools() -> Iterator[dict[str, Any]]:
    for domain, box in TOOLBOXES.items():
        for tool in box.tools.values():
            name = public_name(domain, tool.name)
            served = ServedTool.of(tool, name, _NOTHING, _NOTHING, _NOTHING)
            shown = _shown(served, name, _described(tool, name), _NAMES.in_schema(served.parameters, domain))
            changes = tool.rule.effect is ToolEffect.WRITE
            yield {"domain": domain.value, "changes": changes, "shown": shown}


def _described(tool: Tool, name: str) -> str:
    """What it does, and how people ask for it in both languages."""
    asked = [render(Message(f"tools.words.{name}"), language) for language in Language]
    return f"{' '.join(_NAMES.in_text(tool.about, tool.domain).split())} Asked for as: {'; '.join(asked)}."


def _shown(tool: Any, name: str, about: str, schema: Any) -> dict[str, Any]:
    card = card_of(name)
    return {
        "name": name,
        "description": " ".join(about.split()),
        "inputSchema": schema,
        "annotations": _wire(tool.annotations),
        **({} if card is None else {"_meta": card}),
    }


def _wire(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    """Without what belongs to one era of the protocol."""
    kept = ("prompts", "resources", "resourceTemplates")
    return {name: answer[name] for name in kept if name in answer}


if __name__ == "__main__":
    MANIFEST.write_text(manifest_text(), "utf-8")
