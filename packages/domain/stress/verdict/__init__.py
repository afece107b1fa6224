"""Whether a strategy may go on: what was measured, held against the limits of the person."""
