"""The judge by rules: where a stop stands, and the words of its reasons."""
