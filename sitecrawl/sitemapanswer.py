"""What a sitemap's address answered, and its form in the journal, so that a resumed crawl need not ask again."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SitemapAnswer:
    """`url` is the address that answered; without a `body` there was none, `problem` says why. `rule` is the
    owner's word against indexing the text itself.
    """

    asked: str
    url: str
    status: int | None
    body: bytes | None
    problem: str = ""
    rule: str = ""


def row_of(answer: SitemapAnswer) -> dict[str, Any]:
    """The journal's row of an answer; the body is packed, as sitemaps are long and repeat themselves."""
    packed = None if answer.body is None else base64.b64encode(zlib.compress(answer.body)).decode("ascii")
    return {
        "e": "sitemap",
        "asked": answer.asked,
        "url": answer.url,
        "status": answer.status,
        "body": packed,
        "problem": answer.problem,
        "rule": answer.rule,
    }


def answer_of(row: dict[str, Any]) -> SitemapAnswer:
    """The answer of a row; the inverse of `row_of`."""
    body = None if row["body"] is None else zlib.decompress(base64.b64decode(row["body"]))
    return SitemapAnswer(row["asked"], row["url"], row["status"], body, row["problem"], row.get("rule", ""))
