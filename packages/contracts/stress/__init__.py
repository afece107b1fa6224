"""Wire types of stress."""
