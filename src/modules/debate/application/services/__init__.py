"""The one way into a debate."""
