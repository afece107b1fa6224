"""A second reading for prose: a number whose row says the same passes, unless the words around it say otherwise."""
