"""The door to every model and to web search."""
