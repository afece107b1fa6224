"""Patterns over tokens: quantities, values, conditions, stops and sizes."""
