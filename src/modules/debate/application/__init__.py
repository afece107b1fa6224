"""The debate as others may ask for it."""
