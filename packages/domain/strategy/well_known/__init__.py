"""The well-known strategies, a document each."""
