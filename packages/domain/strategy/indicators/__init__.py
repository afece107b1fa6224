"""The indicators that a strategy may use: what each reads, takes and gives, and how it is calculated."""
