"""What can be set from outside, one small class per concern."""
