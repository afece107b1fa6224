"""Tries to break a strategy before the market does."""
