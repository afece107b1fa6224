"""What a person's words say, read by rules, in Chinese and English."""
