"""Bytes of a page to a Document: encoding, region, blocks, metadata. No Scrapy here."""

from sitecrawl.document.reading import decode_body, is_binary, read_document

__all__ = ["decode_body", "is_binary", "read_document"]
