"""Pictures of a backtest as plain text: one HTML file, Markdown, and lines for a terminal."""
