"""Bars in Parquet files: written once, read fast, known as of an instant."""
