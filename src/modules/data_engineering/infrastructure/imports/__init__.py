"""Imports that are kept: uploaded or read in the terminal, looked at, confirmed, undone."""
