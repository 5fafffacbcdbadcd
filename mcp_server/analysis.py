"""Text to words and terms, the same for passages and questions.

A *token* is what stands in the text, a *word* its folded form, a *term* what is looked up: the
stem of a word, a bigram of a CJK run, a trigram of a Thai run. Pure: no arrays, no files.
"""

from __future__ import annotations

import re
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

import snowballstemmer

from mcp_server.stopwords import stop_words

WORD, CJK, THAI = 0, 1, 2
"""Kinds of words: spaced scripts, CJK n-grams, n-grams of the scripts written without spaces."""

_MARKS = "".join(chr(c) for c in range(0x300, 0x1E00) if unicodedata.category(chr(c)).startswith("M"))
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA = "\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
# Thai, Lao, Khmer and Burmese write no spaces between words
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_RUNS = {f"[{_HAN}{_KANA}]": CJK, f"[{_HANGUL}]": CJK, f"[{_UNSPACED}]": THAI}
_SIZE = {CJK: 2, THAI: 3}

# C++ and C#, --flag and -v, 20.04 and 1,000, os.path and don't: one token each
_TOKEN = (
    r"PLAIN(?:[.,](?=\d)(?<=\d.)PLAIN|\.(?=[a-z_])PLAIN|['’](?=[^\W_])PLAIN)*+(?:(?<=[A-Za-z])(?<!\w\w\w)(?:\+\+|\#)(?!\w))?"
    r"|(?<![\w\-])--?[A-Za-z](?:(?<=--.)[\w\-]*\w|(?!\w))"
)
# one class of characters is several times as fast as alternatives
_ASCII = re.compile(_TOKEN.replace("PLAIN", r"\w++"), re.A)
_SPACED = re.compile(_TOKEN.replace("PLAIN", rf"[\w{_MARKS}]++"))
_LETTERS_ONLY = rf"(?:[^\W{_HAN}{_KANA}{_HANGUL}{_UNSPACED}]|[{_MARKS}])++"
_TOKENS = re.compile("|".join(f"{run}+" for run in _RUNS) + "|" + _TOKEN.replace("PLAIN", _LETTERS_ONLY))
_STEMMING = threading.Lock()
_HYPHENED = re.compile(r"(?<![\w\-.])[^\W_]+(?:-[^\W_]+)+(?![\w\-])")
_HAS_RUN = re.compile(f"[{_HAN}{_KANA}{_HANGUL}{_UNSPACED}]")
_RUN_KIND = [(re.compile(run), kind) for run, kind in _RUNS.items()]
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufe00-\ufe0f]"
)
_WIDTHS = re.compile("[\uff00-\uffef]")

# decomposition leaves these alone
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "đ": "d",
        "ł": "l",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
        "ى": "ي",
        "ة": "ه",
        "ک": "ك",
        "ی": "ي",
    }
)
# of the combining marks only those that people leave out: й, ї, virama and vowel signs are letters
_LOOSE_MARKS = re.compile(
    "(?<![\u0400-\u04ff])[\u0300-\u036f]|(?<=[\u0435\u0415])\u0308|[\u0300\u0301]"
    "|[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]"
)
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|(?:d|n|s)?(?:al|el|ul)l|un|gl|quest)['’](?=\w)")
_POSSESSIVE = re.compile(r"['’]s?$")
_MACHINE = re.compile(r"[_.,+#]|^-")
_HUMP = re.compile("[a-z][A-Z]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")

_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_SAME = {"nb": "no", "nn": "no"}
# a word in another script than its page's language is stemmed as the script's largest language
_SCRIPTS = (
    (re.compile("[a-z]", re.I), "en", None),
    (re.compile("[\u0400-\u04ff]"), "ru", frozenset({"ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg"})),
    (re.compile("[\u0600-\u06ff]"), "ar", frozenset({"ar", "fa", "ur", "ps", "ckb", "ug"})),
    (re.compile("[\u0900-\u097f]"), "hi", frozenset({"hi", "mr", "ne", "sa"})),
    (re.compile("[\u0370-\u03ff]"), "el", frozenset({"el"})),
)
_NOT_LATIN = frozenset({"zh", "ja", "ko", "th", "lo", "km", "my"}).union(*(s[2] for s in _SCRIPTS if s[2]))


@dataclass(frozen=True, slots=True)
class Word:
    """A token analysed: its folded form, the term it is found by, further terms for the parts of
    an identifier, whether it is a stop word of its language, and its kind.
    """

    surface: str
    term: str
    parts: tuple[str, ...] = ()
    stop: bool = False
    kind: int = WORD


def primary_language(tag: str | None) -> str | None:
    """The primary subtag of a BCP 47 tag, in lower case; one of the names for Norwegian."""
    if not tag:
        return None
    primary = re.split("[-_]", tag, maxsplit=1)[0].lower()
    return _SAME.get(primary, primary)


def clean(text: str) -> str:
    """Composed, of one width, without characters that nobody sees and nobody types."""
    if text.isascii():
        return text
    form: Literal["NFC", "NFKC"] = "NFKC" if _WIDTHS.search(text) else "NFC"
    return unicodedata.normalize(form, _INVISIBLE.sub("", text))


def split_tokens(text: str) -> list[str]:
    """The tokens of a clean text in order; runs without spaces as their n-grams."""
    if text.isascii():
        return _ASCII.findall(text)
    if not _HAS_RUN.search(text):
        return _SPACED.findall(text)
    return [token for _, tokens in split_runs(text) for token in tokens]


def hyphened_words(text: str) -> list[str]:
    """The words of a clean text that a hyphen joins, whole; `split_tokens` gives their halves."""
    if "-" not in text:
        return []
    # no such word runs over a space: the few pieces with a hyphen are found sooner than their words
    return _HYPHENED.findall(" ".join([piece for piece in text.split() if "-" in piece]))


def split_runs(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each token as it stands in the text, or each run of an unspaced script with its n-grams."""
    for match in _TOKENS.finditer(text):
        run = match.group()
        kind = kind_of(run)
        size = _SIZE.get(kind, 0)
        yield run, [run[i : i + size] for i in range(max(1, len(run) - size + 1))] if size else [run]


def kind_of(token: str) -> int:
    """WORD, CJK or THAI, by the first character."""
    if token[0] < "\u0e00":
        return WORD
    return next((kind for pattern, kind in _RUN_KIND if pattern.match(token)), WORD)


def fold(token: str, language: str | None = None) -> str:
    """Case and the diacritics that people leave out removed; compatibility forms made plain."""
    if language in ("tr", "az"):
        token = token.replace("I", "ı").replace("İ", "i")
    if token.isascii():
        return token.lower()
    decomposed = unicodedata.normalize("NFKD", token.casefold())
    return unicodedata.normalize("NFC", _LOOSE_MARKS.sub("", decomposed)).translate(_LETTERS)


def analyze(token: str, language: str | None) -> Word:
    """The word of one token of `split_tokens` on a page in `language` (a primary subtag or None)."""
    if token.isascii() and token.isalpha() and (token.islower() or token.istitle()):
        return _plain_word(token, _word_language(token, language))
    kind = kind_of(token)
    if kind != WORD:
        surface = fold(token)
        return Word(surface, sys.intern(surface), kind=kind)
    language = _word_language(token, language)
    bare = _without_affixes(token, language)
    surface = fold(bare, language).replace("'", "").replace("’", "")
    if is_identifier(bare):
        parts = _CAMEL.findall(bare)
        terms = tuple(dict.fromkeys(_stem(part, language) for part in parts)) if len(parts) > 1 else ()
        alone = (_stem(parts[0], language),) if len(parts) == 1 and bare.startswith("-") else ()
        # a brand in camel case (GitHub) is a word like any other, and is found by its parts as well
        term = surface if _MACHINE.search(bare) else _stem(bare, language)
        return Word(surface, term, terms or alone)
    return _plain_word(bare.replace("'", "").replace("’", ""), language)


def _plain_word(bare: str, language: str | None) -> Word:
    surface = fold(bare, language)
    stop = surface in _folded_stop_words(language)
    return Word(surface, surface if stop else _stem(bare, language), stop=stop)


def is_identifier(token: str) -> bool:
    """Whether a token is a name of a machine: `max_pages`, `C++`, `20.04`, `--flag`, `maxPages`."""
    return bool(_MACHINE.search(token) or _HUMP.search(token))


def _without_affixes(token: str, language: str | None) -> str:
    if "'" not in token and "’" not in token:
        return token
    if language in ("tr", "az"):
        return re.split("['’]", token, maxsplit=1)[0]
    if language in ("fr", "it", "ca"):
        token = _ELISION.sub("", token.lower()) or token
    return _POSSESSIVE.sub("", token) or token


def _word_language(token: str, language: str | None) -> str | None:
    for pattern, default, languages in _SCRIPTS:
        if pattern.search(token):
            if languages is None:
                return default if language is None or language in _NOT_LATIN else language
            return language if language in languages else default
    return language


@cache
def _folded_stop_words(language: str | None) -> frozenset[str]:
    return frozenset(fold(word, language) for word in stop_words(language))


@cache
def _stemmer(language: str | None) -> Callable[[str], str] | None:
    name = _STEMMERS.get(language or "")
    return snowballstemmer.stemmer(name).stemWord if name else None


def _stem(bare: str, language: str | None) -> str:
    # Snowball knows letters with their diacritics: it stems first, folding comes after
    stemmer = _stemmer(language)
    lower = bare.replace("I", "ı").replace("İ", "i").lower() if language in ("tr", "az") else bare.lower()
    if stemmer:
        # a stemmer written in Python keeps the word it works on in itself
        with _STEMMING:
            lower = stemmer(lower)
    return fold(lower, language) or fold(bare, language)
