"""What companies report, and which of it belongs together: spans, twelve months, one source, one currency."""
