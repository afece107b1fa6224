"""Questions: what they want to know, and the terms that they ask about."""
