"""`parley audit`."""
