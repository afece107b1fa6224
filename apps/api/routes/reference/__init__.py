"""What the API says of itself: its description, a page to read it on, and a page for language models."""
