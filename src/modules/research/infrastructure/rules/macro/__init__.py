"""The macro expert by rules."""
