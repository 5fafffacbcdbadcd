"""Pages for tests, told in a few words."""

from __future__ import annotations


def html(title: str, text: str, *links: str, head: str = "", body: str = "") -> str:
    """A page with one heading, one paragraph, a list of links in its main region, and what else is given."""
    listed = "".join(f'<li><a href="{link}">{link.strip("/") or "home"}</a></li>' for link in links)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f"<body><main><h1>{title}</h1><p>{text}</p><ul>{listed}</ul>{body}</main></body></html>"
    )


def about(word: str) -> str:
    """A paragraph of its own for each word, long enough to be no thin page."""
    return (
        f"Everything about {word} stands on this page: how {word} is made, who makes {word}, what {word} costs "
        f"and where to ask for {word} when the shop is closed."
    )
