"""The research team as tools."""
