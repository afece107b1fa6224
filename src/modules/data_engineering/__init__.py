"""Answers the experts' questions about a stock from the stored data."""
