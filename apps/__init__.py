"""The processes: they wire and translate."""
