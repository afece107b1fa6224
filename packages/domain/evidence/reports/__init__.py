"""Whole reports: the rows of a run, what is removed from a text, and how far evidence carries a report."""
