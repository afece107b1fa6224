"""A bull and a bear argue over the experts' findings, and a resolution says which way it leans."""
