"""`parley research`."""
