"""Retelling: whether what a text says in the name of a document is what the document says."""
