"""Orders, risk limits and deployments."""
