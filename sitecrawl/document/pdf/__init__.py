"""PDF bodies to a Document; the optional extra `pdf` (pypdf) reads them. No Scrapy here."""

from sitecrawl.document.pdf.presence import can_read_pdf, is_pdf
from sitecrawl.document.pdf.reading import read_pdf

__all__ = ["can_read_pdf", "is_pdf", "read_pdf"]
