"""Long work on DBOS, and the processes for numeric work."""
