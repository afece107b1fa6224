"""A backtest as one HTML file, as Markdown, and in a few sentences."""
