"""`parley strategy`."""
