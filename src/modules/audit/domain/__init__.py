"""How a world is changed, and when an answer followed the change."""
