"""What an edit in words does to a document."""
