"""The spiders: thin shells over frontier, document and passages."""
