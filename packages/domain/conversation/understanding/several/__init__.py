"""Several answers in one message: by the name of their field, in a list, and beside the question that was asked."""
