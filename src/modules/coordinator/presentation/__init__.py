"""How the coordinator is reached."""
