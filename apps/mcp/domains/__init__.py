"""MCP tools, one folder per domain."""
