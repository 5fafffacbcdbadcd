"""Bytes of a page to a Document: encoding, region, blocks, metadata. No Scrapy here."""
