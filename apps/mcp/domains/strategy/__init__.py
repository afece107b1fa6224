"""Strategies as tools."""
