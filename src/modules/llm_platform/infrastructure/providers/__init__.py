"""The makers of models: each protocol translated into the platform's own types."""
