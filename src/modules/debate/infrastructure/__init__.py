"""Who argues: models, or the rules."""
