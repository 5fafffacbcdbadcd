"""What a rule that kept a page out of the file says of the page's answer."""

from __future__ import annotations

from sitecrawl.journal import NO_TEXT, SHELL
from sitecrawl.refresh import Answer

_ANSWERS = {
    "robots.txt": Answer.ROBOTS,
    "soft 404": Answer.MISSING,
    SHELL: Answer.UNREADABLE,
    NO_TEXT: Answer.UNREADABLE,
    "content type": Answer.UNREADABLE,
}


def answer_of_rule(rule: str) -> Answer:
    """The answer that a rule's name stands for; a rule of our own means that the page was not asked for."""
    if rule.startswith(("meta robots", "X-Robots-Tag")):
        return Answer.NOINDEX
    if rule.startswith("Content-Signal"):
        return Answer.CONTENT_SIGNAL
    if rule.startswith("PDF "):
        return Answer.UNREADABLE
    return _ANSWERS.get(rule, Answer.NOT_ASKED)
