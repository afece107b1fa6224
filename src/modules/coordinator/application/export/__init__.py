"""A finished research run as a document that can be handed to somebody."""
