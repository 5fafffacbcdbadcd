"""Pages of made sites with llms.txt: the list, HTML pages and their Markdown twins."""

from __future__ import annotations

from tests.crawl_run import Crawl
from tests.site_server import Answer
from tests.web_page import about, html

MARKDOWN = {"Content-Type": "text/markdown; charset=utf-8"}


def listing(*links: str) -> str:
    """An llms.txt that links these, in this order."""
    return "# Shop\n\n> Lamps and chairs.\n\n## Pages\n\n" + "".join(f"- [{link}]({link})\n" for link in links)


def markdown(title: str, text: str | None = None) -> Answer:
    """A Markdown page."""
    return Answer(text=f"# {title}\n\n{text or about(title)}\n", headers=MARKDOWN)


def page(word: str, *links: str, head: str = "") -> str:
    """An HTML page with an anchored section, and its navigation beside the text."""
    return html(word, about(word), *links, head=head, body=f'<h2 id="costs-of-it">Costs</h2><p>{word} is dear.</p>')


def twin(word: str) -> Answer:
    """The Markdown of `page(word)`, told apart by its last words."""
    return markdown(word, f"{about(word)}\n\n## Costs\n\n{word} is dear, says the Markdown.")


def sources(done: Crawl) -> dict[str, str]:
    """How each page was found, by path."""
    return {path: entry.page.source for path, entry in done.pages.items()}
