"""`parley debate`."""
