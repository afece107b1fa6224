"""The model and the rules that judge, the market behind a call, and the book in the database."""
