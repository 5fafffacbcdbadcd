"""The tools of the MCP server, grouped by what they do."""
