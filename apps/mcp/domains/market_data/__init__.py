"""Market data as tools."""
