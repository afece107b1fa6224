"""Clients of the outside services: market data, trading, search."""
