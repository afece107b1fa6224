"""Daily bars by date, beside the files of each symbol."""
