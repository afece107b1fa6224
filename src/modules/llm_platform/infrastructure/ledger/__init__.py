"""The book of model calls in the SQL database, with the budgets that they are counted against."""
