"""Adapters: the technologies that the desk's ports stand on."""
