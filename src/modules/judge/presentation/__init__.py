"""HTTP and pictures."""
