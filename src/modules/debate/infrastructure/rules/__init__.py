"""The ports as rules fill them, from the experts' own sentences."""
