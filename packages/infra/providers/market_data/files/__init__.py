"""Rows from files that people have: statements, valuations, news, estimates, calendars, distributions, macro series."""
