"""Builds the backtest kernel for the machine that runs it."""
