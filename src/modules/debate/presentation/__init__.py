"""The debate over HTTP."""
