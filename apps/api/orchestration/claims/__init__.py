"""What a model claimed in a turn, held to what is so after it."""
