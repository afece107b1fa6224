"""The figures of a research report."""
