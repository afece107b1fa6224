"""Rules of talking to models: which one, how often, for how much, and what counts as an answer."""
