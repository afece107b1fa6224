"""Conditions and actions put together into the rules of a strategy."""
