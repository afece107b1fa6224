"""A person's word before live money moves."""
