"""How well texts are bound to their evidence, as every edge shows it."""
