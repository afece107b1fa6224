"""Sources of market data, each by its real client library."""
