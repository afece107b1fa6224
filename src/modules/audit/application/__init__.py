"""Audits as a use case: run one, keep it, show it."""
