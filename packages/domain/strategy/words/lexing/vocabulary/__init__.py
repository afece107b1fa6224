"""The words that the grammar knows, by what they are about."""
