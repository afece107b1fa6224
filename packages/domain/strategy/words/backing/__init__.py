"""Whether what was read is backed by the words that were said, and the words by what was read."""
