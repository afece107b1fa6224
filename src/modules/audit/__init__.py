"""Runs the research pipeline on changed worlds, and says whether its verdict follows the facts."""
