"""llms.txt and what comes with it: lists of pages, full texts, Markdown twins."""
