"""The numeric heart of the backtest, in C: read kernel.c first. Python lays arrays on its desk and calls it."""
