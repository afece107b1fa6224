"""What becomes of a strategy when its numbers, its costs or its fills are a little different."""
