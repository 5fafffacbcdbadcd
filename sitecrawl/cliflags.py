"""What `site-knowledge --help` says of the server's commands and of the options of a crawl."""

from __future__ import annotations

SERVER_COMMANDS = {
    "serve": "MCP over stdio on the data folder",
    "http": "MCP over Streamable HTTP",
    "search": "ask a question in the terminal",
    "evaluate": "measure your own questions on your own site",
    "gaps": "questions that the sites could not answer",
}
CRAWL_FLAGS = {
    "max_pages": "pages fetched at most, the start page included (500)",
    "max_depth": "links followed at most from the start page, which is 0 (10)",
    "path_prefix": "only pages below this path, whole segments",
    "include": "regular expression that a URL has to match",
    "exclude": "regular expression that a URL must not match",
    "sitemap": "auto, only, never, or the address of a sitemap",
    "render": "never; auto or always with the optional browser",
    "refresh": "auto, or full: the file is built from this crawl alone",
    "lang": "index only pages in this language",
}
FOLDER_FLAGS = {
    "name": "the name it is served under (the folder's own, made fit for a file name)",
    "base_url": "address at which the files are cited",
}
