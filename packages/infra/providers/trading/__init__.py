"""Brokers: each is one account behind the port `Broker`."""
