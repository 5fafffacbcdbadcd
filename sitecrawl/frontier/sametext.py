"""Patterns and parameters that keep answering with the same text, closed one by one."""

from __future__ import annotations

from typing import NamedTuple

from sitecrawl.frontier.answers import ERROR, SAME, Bounded, Evidence, Text, likeness
from sitecrawl.frontier.pathpattern import extends, names_language, page_number, path_patterns, split_path
from sitecrawl.frontier.querypattern import Pairs, is_paging, names_a_language

PATH_POINTS = 12  # four equal texts, six nearly equal ones or three error pages in a row
PARAMETER_POINTS = 9
PAGING_POINTS = 6
LANGUAGE_POINTS = 24
_RECENT = 12  # texts of a pattern, and answers of a path, that a new one is compared with
_NOTHING = Evidence()


class _Answer(NamedTuple):
    path: str
    pairs: Pairs
    text: Text


class SameText:
    """Holds the evidence for path patterns, for parameters on them and for parameters of the whole site."""

    def __init__(self, most: int) -> None:
        self._patterns: Bounded[str, Evidence] = Bounded(most)
        self._parameters: Bounded[tuple[str, str], Evidence] = Bounded(most)
        self._recent: Bounded[str, list[_Answer]] = Bounded(most)
        self._answers: Bounded[str, list[_Answer]] = Bounded(most)
        self._first: Bounded[str, str] = Bounded(most)
        self._growing: Bounded[str, str] = Bounded(most)
        self._copies: Bounded[tuple[str, Pairs], None] = Bounded(most)
        self._led_to: Bounded[str, None] = Bounded(most)

    def learn(self, path: str, pairs: Pairs, parent_path: str | None, text: Text) -> None:
        """Weigh one answer against earlier ones of its path, of its patterns and of the site."""
        answer = _Answer(path, pairs, text)
        if parent_path is not None and _lies_below(path, parent_path) and self._says(parent_path, text):
            self._growing[path] = parent_path
        if any(likeness(text, earlier.text) for earlier in self._answers.get(path, ()) if earlier.pairs != pairs):
            self._copies[path, pairs] = None
        self._learn_parameters(answer)
        if not pairs:
            self._learn_patterns(answer, ERROR if text.is_error else 0)
        answers = self._answers.setdefault(path, [])
        answers.append(answer)
        # The first answer, most often that of the bare path, stays.
        del answers[1 : -_RECENT + 1]

    def found_new(self, path: str, pairs: Pairs, target: str) -> None:
        """Note that a page linked another path for the first time: pages of a list say little, and lead on."""
        if target in self._led_to or path_patterns(target)[0] == path_patterns(path)[0]:
            return
        self._led_to[target] = None
        evidence = [
            self._parameters.get((place, n)) for n, _ in pairs if is_paging(n) for place in (_place(path, n), "*")
        ]
        if page_number(path) is not None:
            evidence += [self._patterns.get(pattern) for pattern in path_patterns(path)]
        for found in evidence:
            if found is not None:
                found.forgive()

    def rule(self, path: str, pairs: Pairs) -> str | None:
        """The rule under which an address is closed, or None."""
        if any(folder in self._growing for folder in _folders(path)):
            return "growing path"
        if self._closed_pattern(path) or any(self._closed_parameter(path, *pair) for pair in pairs):
            return "same text pattern"
        return None

    def repeats_below(self, path: str, parent_path: str) -> bool:
        """Whether a page that said the same as the page above it links still further below that page."""
        above = self._growing.get(parent_path)
        return above is not None and extends(path, above)

    def adds_to_a_copy(self, path: str, pairs: Pairs, parent_pairs: Pairs) -> bool:
        """Whether a page that said the same as another of its path only adds parameters to its own."""
        return (path, parent_pairs) in self._copies and set(pairs) > set(parent_pairs)

    def waits(self, path: str, pairs: Pairs) -> int:
        """1 for an address whose pattern or parameter has last answered with a known text, else 0."""
        evidence = [self._patterns.get(pattern) for pattern in path_patterns(path)]
        evidence += [self._parameters.get((_place(path, name), name)) for name, _ in pairs]
        return int(any(found is not None and found.run > 0 for found in evidence))

    def _says(self, path: str, text: Text) -> bool:
        return any(likeness(text, answer.text) for answer in self._answers.get(path, ()))

    def _learn_parameters(self, answer: _Answer) -> None:
        """Blame what differs between two addresses of one path for an equal text, one parameter if possible."""
        compared = [
            (len(names), ERROR if answer.text.is_error else likeness(answer.text, earlier.text), names)
            for earlier in self._answers.get(answer.path, ())
            if (names := _differing(answer.pairs, earlier.pairs))
        ]
        alike = min((found for found in compared if found[1]), key=lambda found: (found[0], -found[1]), default=None)
        if alike is None:
            for names in {names for count, _, names in compared if count == 1}:
                self._weigh_parameters(answer, names, 0)
        elif alike[0] == 1 or not any(count == 1 for count, _, _ in compared):
            self._weigh_parameters(answer, alike[2], alike[1])

    def _weigh_parameters(self, answer: _Answer, names: frozenset[str], points: int) -> None:
        for name in names:
            value = dict(answer.pairs).get(name, "")
            number = int(value) if is_paging(name) and value.isdecimal() else None
            if number is not None and number < 2:
                continue  # the first page under its own number
            for place in (_place(answer.path, name), "*"):
                self._parameters.setdefault((place, name), Evidence()).add(points, number)

    def _learn_patterns(self, answer: _Answer, points: int) -> None:
        number = page_number(answer.path)
        copy_of = self._first.setdefault(answer.text.key, answer.path)
        if copy_of != answer.path and not names_language(answer.path) and not names_language(copy_of):
            if len(split_path(copy_of)) > len(split_path(answer.path)):
                # The shorter address is the page, however late it was met; the longer one was the copy.
                self._weigh_patterns(copy_of, SAME)
            else:
                points = max(points, SAME)
        for pattern in path_patterns(answer.path):
            recent = self._recent.setdefault(pattern, [])
            alike = max((likeness(answer.text, other.text) for other in recent if other.path != answer.path), default=0)
            self._patterns.setdefault(pattern, Evidence()).add(max(points, alike), number)
            recent.append(answer)
            del recent[:-_RECENT]

    def _weigh_patterns(self, path: str, points: int) -> None:
        for pattern in path_patterns(path):
            self._patterns.setdefault(pattern, Evidence()).add(points, page_number(path))

    def _closed_pattern(self, path: str) -> bool:
        number = page_number(path)
        for pattern in path_patterns(path):
            evidence = self._patterns.get(pattern)
            if evidence is None:
                continue
            if number is not None:
                return evidence.is_past_the_end(PAGING_POINTS, number)
            # The pages at the root have nothing in common but their place.
            if evidence.is_closed(PATH_POINTS * 2 if pattern in ("/*", "/*/") else PATH_POINTS):
                return True
        return False

    def _closed_parameter(self, path: str, name: str, value: str) -> bool:
        here = self._parameters.get((_place(path, name), name), _NOTHING)
        if is_paging(name):
            return value.isdecimal() and here.is_past_the_end(PAGING_POINTS, int(value))
        everywhere = self._parameters.get(("*", name), _NOTHING)
        most = LANGUAGE_POINTS if names_a_language(name) else PARAMETER_POINTS
        return here.is_closed(most) or (everywhere.different == 0 and everywhere.is_closed(most + SAME))


def _place(path: str, name: str) -> str:
    """Where a parameter means the same: every list turns its own pages, other names hold for a path pattern."""
    return path if is_paging(name) else path_patterns(path)[0]


def _lies_below(path: str, parent_path: str) -> bool:
    """Whether a page with the text of its parent makes a path that grows: no index page, no translation."""
    is_index = split_path(path)[-1:] and split_path(path)[-1].lower().startswith(("index", "default"))
    return extends(path, parent_path) and parent_path != "/" and not is_index and not names_language(path)


def _differing(pairs: Pairs, others: Pairs) -> frozenset[str]:
    return frozenset(name for name, _ in set(pairs) ^ set(others))


def _folders(path: str) -> list[str]:
    """The path itself and the folders above it."""
    return [path, *(path[: at + 1] for at, character in enumerate(path) if character == "/")]
