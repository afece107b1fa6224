"""`parley llm`."""
