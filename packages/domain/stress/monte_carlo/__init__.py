"""The strategy lived through again, on thousands of paths that might have been."""
