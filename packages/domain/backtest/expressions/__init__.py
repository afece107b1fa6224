"""Expressions of the language worked out on columns of bars."""
