"""What the tools that lead to others answer, from the manifest alone."""

from typing import Any

from apps.mcp.whole.manifest import Manifest
from apps.mcp.whole.selection import ToolSelection

MOST, USUAL = 20, 5


def search(manifest: Manifest, selection: ToolSelection, query: str, limit: int) -> dict[str, Any]:
    about = {tool.name: tool for tool in manifest.allowed(selection)}
    found = [about[name] for name in manifest.index(selection).search(query, limit)]
    rows = [
        {"name": each.name, "description": each.shown["description"], "changes_something": each.changes}
        for each in found
    ]
    return {"ok": True, "tools": rows, "searched": len(about)}


def describe(manifest: Manifest, selection: ToolSelection, name: str) -> dict[str, Any] | None:
    """None where no such tool may be called."""
    for tool in manifest.allowed(selection):
        if tool.name == name:
            return {"ok": True, **tool.shown}
    return None
