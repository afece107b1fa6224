"""What the catalogue calls each indicator, and says of it in one sentence, in Chinese and English."""
