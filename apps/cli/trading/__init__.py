"""`parley deploy`."""
