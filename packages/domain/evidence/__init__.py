"""Evidence: rows that numbers in a text are bound to, and the checker that holds the text to them."""
