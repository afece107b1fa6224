"""The five experts, each number bound to evidence."""
