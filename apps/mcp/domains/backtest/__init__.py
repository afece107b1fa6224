"""Backtests as tools."""
