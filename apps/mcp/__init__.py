"""The same desk as MCP tools."""
