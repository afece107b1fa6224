"""The words that claims are made of: levels, moves, ranks and runs."""
