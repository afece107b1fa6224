"""The parts of a Responses answer: items, tools and usage, as the real API writes them."""

from collections.abc import Sequence

from src.modules.llm_platform.application.ports import McpTool
from src.modules.llm_platform.domain.requests import McpServer, TokenUsage

Json = dict[str, object]


def text_part(text: str) -> Json:
    return {"type": "output_text", "annotations": [], "logprobs": [], "text": text}


def message_item(item_id: str, status: str, content: Sequence[Json]) -> Json:
    return {"id": item_id, "type": "message", "role": "assistant", "status": status, "content": list(content)}


def reasoning_part(text: str) -> Json:
    return {"type": "reasoning_text", "text": text}


def reasoning_item(item_id: str, status: str, content: Sequence[Json]) -> Json:
    return {"id": item_id, "type": "reasoning", "summary": [], "content": list(content), "status": status}


def call_item(item_id: str, server_label: str, name: str) -> Json:
    return {
        "id": item_id,
        "type": "mcp_call",
        "approval_request_id": None,
        "arguments": "",
        "error": None,
        "name": name,
        "output": None,
        "server_label": server_label,
        "status": "in_progress",
    }


def tool_error(text: str) -> Json:
    return {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": text}]}


def tool_list_item(item_id: str, server_label: str, tools: Sequence[McpTool], error: str | None = None) -> Json:
    described = [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": dict(tool.input_schema),
            "annotations": None,
        }
        for tool in tools
    ]
    return {"id": item_id, "type": "mcp_list_tools", "server_label": server_label, "tools": described, "error": error}


def mcp_tool(server: McpServer) -> Json:
    """A server as the answer repeats it: its headers hold secrets and are left out."""
    return {
        "type": "mcp",
        "server_label": server.server_label,
        "server_url": server.server_url,
        "headers": None,
        "allowed_tools": list(server.allowed_tools),
        "require_approval": "never",
    }


def usage_item(usage: TokenUsage | None) -> Json | None:
    if usage is None:
        return None
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.total,
    }
