"""Financial statements as known: single quarters, trailing years and the same period a year before."""
