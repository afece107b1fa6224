"""Runs the desk on changed worlds, and says whether its verdict follows the facts."""
