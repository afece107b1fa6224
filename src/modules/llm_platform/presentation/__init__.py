"""Faces of the LLM platform."""
