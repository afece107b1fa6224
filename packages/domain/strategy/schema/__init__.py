"""The structure of a strategy document: one grammar that checks documents and writes the JSON Schema."""
