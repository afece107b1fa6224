"""What a file of bars shows about how it is to be read, and what stays a question."""
