"""From stored bars to the panel that a backtest trades in."""
