"""Analysts that reason by written-down rules, for a desk without a model."""
