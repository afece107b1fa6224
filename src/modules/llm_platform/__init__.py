"""One door to every model: configurations, ledger, budgets, streaming, web search."""
