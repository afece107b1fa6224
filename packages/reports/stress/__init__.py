"""A stress test as people read it: one document as JSON, HTML and Markdown."""
