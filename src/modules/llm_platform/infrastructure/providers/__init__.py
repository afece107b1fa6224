"""The makers of models: each protocol translated into the desk's own words."""
