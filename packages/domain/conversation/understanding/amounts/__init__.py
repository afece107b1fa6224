"""Amounts in a person's words, by a small grammar: numbers, then units, then the question that they answer."""
