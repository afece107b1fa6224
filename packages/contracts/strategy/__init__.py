"""Wire types of strategy."""
