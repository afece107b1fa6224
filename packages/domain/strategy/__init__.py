"""The language that strategies are written in."""
