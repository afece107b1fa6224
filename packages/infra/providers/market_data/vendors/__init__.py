"""Vendors of market data, each by its own client library."""
