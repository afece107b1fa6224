"""Wire types shared by the API, the MCP tools and the page."""
