"""Runs the five experts side by side and gathers what they found."""
