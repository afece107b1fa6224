"""The SQL database: SQLite in a file by default, PostgreSQL by one URL."""
