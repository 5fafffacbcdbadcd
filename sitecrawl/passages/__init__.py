"""A Document to passages: sections, packing, boilerplate, duplicates. No Scrapy here."""
