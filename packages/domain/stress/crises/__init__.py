"""Lives through the crises of a market again, with the strategy at hand."""
