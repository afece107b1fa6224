"""What a person wants to know of a backtest, computed from its outcome."""
