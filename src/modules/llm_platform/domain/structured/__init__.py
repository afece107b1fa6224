"""Structured answers of models: tolerant about the wrapper, strict about the content, never silently wrong."""
