"""Rows of market data and the search over stored news."""
