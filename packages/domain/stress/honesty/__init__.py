"""Asks how much of a result is luck: the number of trials, the choice among them, and what is left out of sample."""
