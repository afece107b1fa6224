"""The words that the reader knows, by what they are about."""
