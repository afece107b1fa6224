"""HTTP routes and the translation of errors."""
