"""The LangGraph graph of a research run; nothing outside of this folder knows LangGraph."""
