"""Passwords, tokens and key files."""
