"""Conversations with the desk: what was said, where it stands, and what its tools did."""
