"""What was known of a company on each bar: figures of its reports, and the dates of reports and dividends."""
