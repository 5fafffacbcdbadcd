"""Which URLs are fetched: robots, sitemaps, scope, canonical form, traps. No Scrapy here."""
