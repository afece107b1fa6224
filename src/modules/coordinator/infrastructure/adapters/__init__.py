"""The doors to the neighbouring contexts."""
