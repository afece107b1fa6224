"""From a strategy in the language to the arrays that the kernel runs."""
