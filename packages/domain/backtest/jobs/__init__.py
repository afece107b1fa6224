"""Backtests as long work: asked for, run once, kept, and shown again."""
