"""Strategies as code that other engines run: one intermediate form, one writer for each target."""
