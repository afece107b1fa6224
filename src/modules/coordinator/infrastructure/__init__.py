"""The graph, the doors to research, debate and judge, and the stored sessions."""
