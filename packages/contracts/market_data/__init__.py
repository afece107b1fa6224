"""Wire types of market data."""
