"""Deployments and what they trade, as tools."""
