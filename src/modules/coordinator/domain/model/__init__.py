"""Experts, runs and sessions."""
