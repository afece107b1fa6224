"""Research sessions over the SQL database."""
