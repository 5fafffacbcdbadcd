"""How a passage stands beside others with the same words: pages that others cite before lists and news.

Lists of links and release notes repeat the names of what they announce. Where nothing else speaks for
them, the page that tells about the thing itself goes first; a site's own links say which page that is.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

_MOSTLY, _WHOLLY = 0.5, 0.9
_MOST_CITED = 4.0  # e⁴, 55 pages: more citations say no more
_NEWS_SEGMENT = re.compile(
    r"(?:what-?s-?new|release-?notes?|releases?|change-?logs?|changes|news|announcements?|new[-_]?features|aktuelles|neuigkeiten|"
    r"notes-de-version|actualites|novedades|noticias|novita|notizie|novidades)(?:[-_.]*v?\d.*)?(?:\.\w{2,5})?",
    re.I,
)
_NEWS_TITLE = re.compile(
    r"what['’]?s new\b|\brelease notes?\b|\bchange ?logs?\b|^(?:[\w.]+\.? )?release v?\d|"
    r"^[\w.]+ v?\d+\.\d[\w.]* released?$|^v?\d+\.\d[\w.]*$|\bversionshinweise\b|\bneuerungen\b|"
    r"\bnotes de (?:version|publication)\b|\bnotas de la versión\b|\bnote di rilascio\b|"
    r"\bnotas de (?:versão|lançamento)\b|что нового|примечания к выпуску|リリースノート|新機能|変更履歴|"
    r"更新日志|发行说明|發行說明|릴리스 노트",
    re.I,
)
_NEWS_ASKED = re.compile(
    r"\bnews?\b|\breleased?s?\b|\bchange(?:s|d|logs?)\b|\bversions?\b|\bupgrad\w+|\bdeprecat\w+|\bhistory\b|\bannounc\w+|v?\d+\.\d|"
    r"\b(?:19|20)\d\d\b|\bneue?[srnm]?\b|neuerung|änderung|nouveaut|changement|\bnoved|\bcambios|\bversi[óo]n|novit|novidad|"
    r"нов[оыа]|измен|верси|выпуск|新|変更|リリース|バージョン|更新|发布|版本|변경|버전|릴리스",
    re.I,
)


def tells_news(title: str, url: str) -> bool:
    """Whether a page is, by its title or address, release notes, a change log or a piece of news."""
    segments = unquote(urlsplit(url).path).split("/") if url else []
    return _NEWS_TITLE.search(title) is not None or any(map(_NEWS_SEGMENT.fullmatch, segments))


def asks_for_news(question: str) -> bool:
    """Whether a question names a version, a year or what is new."""
    return _NEWS_ASKED.search(question) is not None


def standing(question: str, links: NDArray[np.uint8], news: NDArray[np.bool_], listing: float, telling: float
             ) -> NDArray[np.float64]:  # fmt: skip
    """The factor on the score of passages with this percentage of links, on pages that are news or not.

    `listing` is the share that a passage of nothing but links loses, `telling` that of news, if the
    question asks for none.
    """
    linked = np.clip((links / 100 - _MOSTLY) / (_WHOLLY - _MOSTLY), 0.0, 1.0)
    lost = 0.0 if asks_for_news(question) else telling
    factors: NDArray[np.float64] = (1 - listing * linked) * (1 - lost * news)
    return factors


def renown(cited: NDArray[np.int32], worth: float) -> NDArray[np.float64]:
    """The factor on the score of passages whose pages so many others cite: `worth` for each e-fold."""
    factors: NDArray[np.float64] = 1 + worth * np.minimum(np.log1p(cited), _MOST_CITED)
    return factors
