"""How MCP messages come and go: stdio and Streamable HTTP."""
