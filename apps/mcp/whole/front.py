"""Answers at once what needs no desk: handshakes, lists, and the search for tools. It imports little, so that a client
with a few seconds of patience has its lists before the desk is open."""

import json
from collections.abc import Mapping
from typing import Any

from apps.mcp.whole import guide_answers
from apps.mcp.whole.manifest import Manifest, listed
from apps.mcp.whole.selection import ToolSelection

_VERSION = "io.modelcontextprotocol/protocolVersion"
_SERVER = "io.modelcontextprotocol/serverInfo"
INITIALIZE = "initialize"
Message = Mapping[str, Any]


class Front:
    """A message that is not answered here goes on to the desk; so does every handshake."""

    def __init__(self, manifest: Manifest, selection: ToolSelection, version: str) -> None:
        self._manifest = manifest
        self._selection = selection
        self._server = {"name": "parley", "title": "Parley", "version": version}

    def answer(self, message: Message) -> Message | None:
        params = message.get("params") or {}
        if not isinstance(params, dict) or "id" not in message:
            return None
        era = (params.get("_meta") or {}).get(_VERSION)
        if era not in (None, *self._manifest.opening["supportedVersions"]):
            return None
        result = self._result(message.get("method"), params)
        if result is None:
            return None
        if era is not None:
            result = {**self._of_this_era(str(message["method"])), **result, "_meta": {_SERVER: self._server}}
        return {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def _result(self, method: Any, params: Message) -> Message | None:
        match method:
            case "initialize":
                return self._initialized(params)
            case "server/discover":
                kept = ("capabilities", "instructions", "supportedVersions")
                return {name: self._manifest.opening[name] for name in kept}
            case "ping":
                return {}
            case "tools/list" if not self._selection.output_schemas:
                return {"tools": [listed(tool, self._selection) for tool in self._manifest.shown(self._selection)]}
            case "tools/call":
                return self._called(params.get("name"), params.get("arguments") or {})
            case _:
                return self._manifest.lists.get(str(method))

    def _initialized(self, params: Message) -> Message:
        opening, asked = self._manifest.opening, params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in opening["handshakes"] else opening["handshakes"][-1],
            "capabilities": opening["capabilities"],
            "serverInfo": self._server,
            "instructions": opening["instructions"],
        }

    def _called(self, name: Any, arguments: Any) -> Message | None:
        """The two guides that only read the manifest, where their arguments are good; the desk refuses bad ones."""
        found: Message | None
        match (name, arguments):
            case "search_tools", {"query": str(query), **rest} if 0 < len(query) <= 300 and set(rest) <= {"limit"}:
                limit = rest.get("limit", guide_answers.USUAL)
                if type(limit) is not int or not 1 <= limit <= guide_answers.MOST:
                    return None
                found = guide_answers.search(self._manifest, self._selection, query, limit)
            case "describe_tool", {"name": str(tool), **rest} if not rest:
                found = guide_answers.describe(self._manifest, self._selection, tool)
            case _:
                return None
        if found is None:
            return None
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        return {"content": [{"type": "text", "text": text}], "structuredContent": found, "isError": False}

    def _of_this_era(self, method: str) -> Message:
        kept = {} if method == "tools/call" else {"cacheScope": "private", "ttlMs": 0}
        return {"resultType": "complete", **kept}
