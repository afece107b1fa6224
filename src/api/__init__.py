"""The HTTP face of all contexts."""
