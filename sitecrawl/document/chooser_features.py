"""What the chooser looks at: a row of numbers for each run of a page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import numpy as np

from sitecrawl.document.chooser_around import add_marks, add_surroundings
from sitecrawl.document.chooser_context import add_headings, add_neighbours, add_repeats
from sitecrawl.document.chooser_groups import add_cards, add_groups
from sitecrawl.document.chooser_hints import Hints
from sitecrawl.document.chooser_main import add_main_text
from sitecrawl.document.chooser_marks import MARKS, mark_of
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Own, Shape
from sitecrawl.document.chooser_talk import add_talk, marks_around
from sitecrawl.document.chooser_words import add_words

_URL_WORDS = (
    ("blog", "news", "article", "articles", "post", "posts", "story"),
    ("docs", "doc", "documentation", "guide", "reference", "manual", "api", "help", "support", "wiki", "learn"),
    ("forum", "forums", "thread", "threads", "t", "topic", "questions", "discussion", "community", "viewtopic"),
    ("product", "products", "p", "item", "shop", "store", "dp"),
    ("category", "categories", "collection", "collections", "tag", "tags", "c", "browse", "archive", "catalog"),
    ("services", "service", "solutions", "about", "pricing", "company", "features", "contact"),
)
_KINDS = (
    ("Article", "NewsArticle", "BlogPosting", "TechArticle", "Report"),
    ("Product", "ProductGroup", "Offer"),
    ("CollectionPage", "ItemList", "OfferCatalog"),
    ("DiscussionForumPosting", "QAPage", "Question"),
    ("FAQPage",),
    ("Organization", "LocalBusiness", "Service", "ProfessionalService"),
)

# og:type
_PAGE_KINDS = ("article", "website", "product", "")


def features(runs: Runs, hints: Hints) -> Columns:
    """The columns of figures, a row for each run."""
    columns = Columns(len(runs.text))
    shape = Shape(runs)
    own = add_words(columns, runs, hints)
    add_surroundings(columns, shape)
    marks = marks_around(runs, shape)
    add_marks(columns, runs, shape, marks)
    add_repeats(columns, runs)
    alike = add_groups(columns, runs, shape, own)
    add_main_text(columns, runs, shape, alike)
    add_cards(columns, runs, shape, own)
    add_headings(columns, runs, own, alike.count[alike.number])
    add_neighbours(columns, shape, own)
    add_talk(columns, shape, marks)
    _page(columns, runs, shape, hints, own)
    return columns


def _page(columns: Columns, runs: Runs, shape: Shape, hints: Hints, own: Own) -> None:
    rows = columns.rows
    cumulated = np.cumsum(shape.size)
    columns.add("before_share", (cumulated - shape.size) / shape.total)
    columns.add("row_share", np.arange(rows) / rows)
    columns.add("row", np.arange(rows))
    columns.add("row_left", rows - np.arange(rows))
    tags = own["tag"]
    columns.add("page_words", shape.total)
    columns.add("page_runs", rows)
    columns.add("page_density", float(shape.linked.sum()) / shape.total)
    columns.add("page_long", float(shape.prose.sum()) / shape.total)
    columns.add("page_paragraphs", float(shape.size[tags == 1].sum()) / shape.total)
    columns.add("page_headings", float(((tags >= 8) & (tags <= 13)).sum()) / rows)
    columns.add("page_h1", float((tags == 8).sum()))
    columns.add("page_code", float(shape.size[tags == 14].sum()) / shape.total)
    columns.add("page_prices", float(own["price"].sum()))
    columns.add("page_dates", float(own["date"].sum()))
    columns.add("page_said", float((own["said"] * shape.size).sum()) / shape.total)
    path = urlsplit(hints.url).path.lower()
    parts = [part for part in path.split("/") if part]
    words = set(re.findall(r"[a-z]+", path))
    columns.add("url_depth", len(parts))
    columns.add("url_hyphens", parts[-1].count("-") if parts else -1)
    columns.add("url_digits", sum(map(str.isdigit, path)))
    columns.add("url_query", "?" in hints.url)
    for number, group in enumerate(_URL_WORDS):
        columns.add(f"url_{number}", not words.isdisjoint(group))
    for number, kinds in enumerate(_KINDS):
        columns.add(f"kind_{number}", not hints.kinds.isdisjoint(kinds))
    for name in _PAGE_KINDS:
        columns.add(f"said_{name or 'nothing'}", hints.page_kind == name)
    body_mark, _ = mark_of("body", runs.elements[0])
    for name in ("post", "product", "tags", "thread"):
        columns.add(f"body_{name}", body_mark & MARKS[name] != 0)
