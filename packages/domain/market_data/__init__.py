"""Symbols, bars, calendars and the rules of each market."""
