"""Portfolios of target weights: who belongs to the universe, who is held, how much of each, and how often."""
