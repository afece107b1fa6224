"""What a research run is, and what it needs from the world."""
