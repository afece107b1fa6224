"""Strategies, drafts and trials, stored."""
