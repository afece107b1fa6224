"""`parley calls`."""
