"""Strategies that trade: what is pinned, how they live, and the accounts they trade on."""
