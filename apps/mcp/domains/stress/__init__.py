"""The stress lab as tools."""
