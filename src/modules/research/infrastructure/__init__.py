"""Adapters: market data, search, models with their prompts, and the rules analysts."""
