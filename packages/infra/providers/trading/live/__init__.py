"""What the runtime of deployments asks for: bars with their decisions, brokers, hours, and the backtest to compare."""
