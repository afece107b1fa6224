"""What a debate needs from the world."""
