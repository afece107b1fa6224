"""The five experts as services."""
