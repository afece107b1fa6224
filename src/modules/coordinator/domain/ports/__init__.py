"""What the coordinator needs from the world."""
