"""Walks a website as a good guest and writes its passages to one file."""

__version__ = "0.1.0"
