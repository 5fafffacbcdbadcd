from sitecrawl.passages.sizes import Sizes
from sitecrawl.passages.splitter import split_document

__all__ = ["Sizes", "split_document"]
