"""What becomes of a change of rules at hand beside its words: what is kept, what has no data, and what comes back."""
