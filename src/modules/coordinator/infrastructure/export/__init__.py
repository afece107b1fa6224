"""Formats of a report that take a library to write."""
