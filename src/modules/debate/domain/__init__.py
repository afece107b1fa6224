"""What a debate is made of."""
