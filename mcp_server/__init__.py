"""Reads passage files and answers questions about them over MCP."""
