"""How the outside meets this context."""
