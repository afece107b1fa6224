"""One broker each, by its technology."""
