"""Texts cut into tokens: known words, numbers, instruments, and what is unknown."""
