"""`parley stress`."""
