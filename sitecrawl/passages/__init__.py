from sitecrawl.passages.boilerplate import Boilerplate, is_near_empty
from sitecrawl.passages.duplicates import near_groups, near_key, text_key
from sitecrawl.passages.sizes import Sizes
from sitecrawl.passages.splitter import split_document

__all__ = ["Boilerplate", "Sizes", "is_near_empty", "near_groups", "near_key", "split_document", "text_key"]
