"""The runtime of deployments: load, decide, apply, bar after bar."""
