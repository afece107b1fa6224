"""Wire types of backtest."""
