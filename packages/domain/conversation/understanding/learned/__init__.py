"""A small classifier trained on sentences of several hands: what the vocabulary does not know, it may still know."""
