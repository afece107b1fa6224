"""Looks for better numbers in a strategy's places, and says how much of what it found is luck."""
