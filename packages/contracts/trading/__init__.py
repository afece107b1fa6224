"""Wire types of trading."""
