"""Execution: intents are written first, what happened is read from the broker, and the two are compared."""
