"""What is said apart from the rule that it belongs to: settings, explanations, corrections, lengths."""
