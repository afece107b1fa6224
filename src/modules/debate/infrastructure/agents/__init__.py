"""The prompts of the three, and how their answers are read."""
