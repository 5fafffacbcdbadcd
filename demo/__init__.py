"""A sample shop, and the whole way once: crawled, asked, answered."""
