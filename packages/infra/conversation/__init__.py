"""Conversations and tool calls, stored."""
