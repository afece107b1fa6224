"""Adapters of the stress lab: the search for better numbers."""
