"""Parley as MCP tools."""
