"""Conditions that measure: changes over time, distances from extremes, ranges, slopes and rows of averages."""
