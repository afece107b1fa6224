"""Backtests, stored."""
