"""The ports as models fill them."""
