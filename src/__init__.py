"""The contexts that think about a stock."""
