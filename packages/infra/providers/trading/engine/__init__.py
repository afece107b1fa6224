"""The backtest's engine as the trading desk asks it."""
