"""`parley data`."""
