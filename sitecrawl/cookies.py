"""Cookies for one crawl, without a look at the web for the public suffix list."""

from __future__ import annotations

from scrapy.downloadermiddlewares import cookies
from tldextract import TLDExtract

# Scrapy's own extractor fetches the list at the first Set-Cookie; the one that tldextract ships is enough
cookies._split_domain = TLDExtract(suffix_list_urls=(), include_psl_private_domains=True, cache_dir=None)


class OfflineCookies(cookies.CookiesMiddleware):
    """Scrapy's cookie middleware; jars live in memory and end with the crawl."""
