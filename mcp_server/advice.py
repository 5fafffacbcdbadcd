"""One sentence that tells the caller what to do next, in words of the site where it helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcp_server.engine import Verdict


def advise(verdict: Verdict, missing: Sequence[str], absent: Sequence[str],
           suggestions: Mapping[str, Sequence[str]]) -> str:  # fmt: skip
    """The advice for a verdict; `suggestions` are words of the site close to absent ones."""
    hint = _hint(suggestions)
    if verdict == "strong":
        return "Answer from these passages and cite their URLs."
    if verdict == "partial":
        if not missing:
            return "Read the passages before answering, claim only what they say, and cite their URLs."
        return f"Answer only what these passages say and cite them; none of them speaks of {_list(missing)}{hint}."
    if verdict == "weak":
        about = f" ({_list(absent)} {_are(absent)} not on it)" if absent else ""
        return f"These passages touch the topic at best: say that the site may not answer this{about}{_or(hint)}."
    if absent:
        return f"Say that the site does not answer this: {_list(absent)} {_are(absent)} in no passage of it{hint}."
    return f"Say that no passage of the site answers this, or ask again in other words{hint}."


def tell(verdict: Verdict, missing: Sequence[str], absent: Sequence[str],
         suggestions: Mapping[str, Sequence[str]]) -> str:  # fmt: skip
    """The same for a person who reads the passages: what they are worth."""
    hint = _hint(suggestions)
    if verdict == "strong":
        return "The answer is in these passages."
    if verdict == "partial":
        if not missing:
            return "These passages hold the answer, or a part of it."
        return f"These passages hold a part of the answer; none of them speaks of {_list(missing)}{hint}."
    if verdict == "weak":
        about = f" ({_list(absent)} {_are(absent)} not on it)" if absent else ""
        more = hint or "; other words may find more"
        return f"These passages touch the topic at best: the site may not answer this{about}{more}."
    if absent:
        return f"The site does not answer this: {_list(absent)} {_are(absent)} in no passage of it{hint}."
    return f"No passage of the site answers this; other words may find one{hint}."


def _list(words: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in words[:6]]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _are(words: Sequence[str]) -> str:
    return "is" if len(words) == 1 else "are"


def _hint(suggestions: Mapping[str, Sequence[str]]) -> str:
    found = [f"{_list(words)} for “{absent}”" for absent, words in suggestions.items() if words]
    return f"; the site has {', '.join(found[:3])}" if found else ""


def _or(hint: str) -> str:
    return hint or ", or ask again in other words"
