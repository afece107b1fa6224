"""One folder per context, each with its own layers."""
