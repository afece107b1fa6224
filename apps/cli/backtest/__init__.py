"""`parley backtest`."""
