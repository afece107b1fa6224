"""Trading rules in a person's own words, Chinese or English, read into strategy documents and patches."""
