"""Clauses that lean on the one before them, read with what they leave out."""
