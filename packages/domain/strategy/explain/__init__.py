"""Strategies as sentences, in Chinese and English, the way a person would say their rules."""
