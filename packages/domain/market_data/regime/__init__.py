"""What the bars of an instrument say about how it moves: its trend, its swings, its pull back, its liquidity."""
