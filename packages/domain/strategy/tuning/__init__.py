"""The numbers of a strategy that may be varied."""
