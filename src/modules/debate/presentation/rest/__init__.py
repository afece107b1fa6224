"""The REST route of the debate."""
