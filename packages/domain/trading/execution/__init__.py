"""The order desk: what was meant is written first, what happened is read from the broker, and the two are compared."""
