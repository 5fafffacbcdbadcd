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


def shell(script: str, head: str = "") -> str:
    """A page whose text a script writes; `say(text)` fills it."""
    say = "const say = (text) => { root.innerHTML = `<main><h1>${document.title}</h1><p>${text}</p></main>`; };"
    return f'<!DOCTYPE html><title>App</title>{head}<div id="root"></div><script>{say}\n{script}</script>'


def filled(title: str, words: str, *links: str) -> str:
    """A shell whose script writes a title, a text and links."""
    items = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    return shell(f"document.title = {title!r}; say({words!r} + ' ' + {items!r});")
