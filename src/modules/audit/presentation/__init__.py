"""The faces of the context."""
