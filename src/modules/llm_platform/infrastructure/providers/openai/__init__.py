"""The protocols of OpenAI and of servers that are compatible with it."""
