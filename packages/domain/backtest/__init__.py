"""What a strategy would have done: the engine and its report."""
