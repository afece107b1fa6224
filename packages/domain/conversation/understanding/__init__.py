"""What a person said, read by rules in Chinese and English: answers, decisions and requests, behind one port."""
