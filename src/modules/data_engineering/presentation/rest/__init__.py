"""Market data over HTTP."""
