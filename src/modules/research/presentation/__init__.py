"""Faces of research."""
