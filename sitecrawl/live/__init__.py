"""A live look at a few pages: a bounded crawl in a process of its own, its pages streamed as they come."""
