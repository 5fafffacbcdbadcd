"""Soft 404s: error pages that are answered with status 200."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from sitecrawl.document.model import Document

PROBE_PATH = "/site-knowledge-probe-7f3a91c4e0"  # an address that cannot exist, asked for once per site
ERROR_WORDS = 120  # an error page has no more; an article about status 404 does
ALIKE = 0.9  # shared part of the words from which a page is the probe's page with another address in it

# Whole titles and headings, in lower case, without numbers, punctuation and the decorations below.
_PHRASES = frozenset(
    {
        "not found", "page not found", "file not found", "page cannot be found", "page can't be found",
        "page could not be found", "page couldn't be found", "this page could not be found",
        "this page can't be found", "page you requested could not be found", "page does not exist",
        "page doesn't exist", "this page does not exist", "this page doesn't exist", "this page isn't available",
        "that page can't be found", "page is missing", "page missing", "nothing found here", "we can't find that page",
        "we couldn't find that page", "we can't find the page you're looking for", "content not found",
        "seite nicht gefunden", "die seite wurde nicht gefunden", "seite wurde nicht gefunden", "nicht gefunden",
        "diese seite existiert nicht", "diese seite gibt es nicht", "seite existiert nicht",
        "page non trouvée", "page introuvable", "page inexistante", "cette page n'existe pas",
        "cette page est introuvable", "la page n'existe pas", "página no encontrada", "pagina no encontrada",
        "no encontrado", "no se encontró la página", "esta página no existe", "la página no existe",
        "pagina non trovata", "non trovato", "questa pagina non esiste", "la pagina non esiste",
        "página não encontrada", "não encontrado", "esta página não existe", "pagina niet gevonden",
        "niet gevonden", "deze pagina bestaat niet", "nie znaleziono strony", "nie znaleziono", "strona nie istnieje",
        "strona nie została znaleziona", "stránka nenalezena", "stránka nebyla nalezena", "stránka neexistuje",
        "stránka sa nenašla", "sidan hittades inte", "sidan kunde inte hittas", "sidan finns inte",
        "siden blev ikke fundet", "siden findes ikke", "siden ble ikke funnet", "siden finnes ikke",
        "sivua ei löytynyt", "sivua ei löydy", "sayfa bulunamadı", "az oldal nem található", "oldal nem található",
        "pagina nu a fost găsită", "pagina nu există", "страница не найдена", "страница не существует",
        "не найдено", "сторінку не знайдено", "сторінка не знайдена", "страницата не е намерена",
        "η σελίδα δεν βρέθηκε", "δεν βρέθηκε", "ページが見つかりません", "ページが見つかりませんでした",
        "お探しのページは見つかりませんでした", "お探しのページが見つかりません", "页面不存在", "页面未找到",
        "找不到页面", "找不到网页", "頁面不存在", "找不到頁面", "페이지를 찾을 수 없습니다",
        "الصفحة غير موجودة", "הדף לא נמצא",
        "không tìm thấy trang", "halaman tidak ditemukan", "ไม่พบหน้า", "ไม่พบหน้าที่ต้องการ",
    }
)  # fmt: skip
_DECORATION = re.compile(
    r"\b(?:40[34]|410|http|error|fehler|erreur|errore|erro|status|code|sorry|oops|ups|uh oh|whoops|hoppla|pardon|the)\b"
)
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_SEPARATOR = re.compile(r"\s+[-–—|·•»«:/]+\s+|[|»:!.…,?。！]+\s*")
_CODE_ALONE = re.compile(r"\W*(?:(?:http|error|fehler|erreur|status|code)\W*)*404\W*(?:error|fehler)?\W*")


def is_soft_404(page: Document, probe: Document | None = None) -> bool:
    """Whether a page that came with status 200 says that it does not exist.

    `probe` is the answer to `PROBE_PATH` when that came with status 200, else None. A site that shows its
    home page for every unknown address makes that page look like an error: never ask about a start page.
    """
    return says_not_found(page) or (probe is not None and _is_the_same_page(page, probe))


def says_not_found(page: Document) -> bool:
    """Whether a short page has a title or a first heading that is nothing but "not found", in many languages."""
    # the beginning is enough to tell a long page
    if len(list(islice(_words(page), ERROR_WORDS + 1))) > ERROR_WORDS:
        return False
    headings = [block.markdown for block in page.blocks if block.kind == "heading"]
    return any(_is_error_line(line) for line in (page.title, *headings[:1]))


def _words(page: Document) -> Iterator[str]:
    return (word for block in page.blocks for word in block.markdown.lower().split())


def _is_error_line(line: str) -> bool:
    parts = [line, *_SEPARATOR.split(line)]
    return any(_bare(part) in _PHRASES or _CODE_ALONE.fullmatch(part.lower()) for part in parts if part)


def _bare(line: str) -> str:
    words = unicodedata.normalize("NFC", line).lower().replace("\u2019", "'")
    return _EDGES.sub("", " ".join(_DECORATION.sub(" ", words).split()))


def _is_the_same_page(page: Document, probe: Document) -> bool:
    """The probe's text, the words of the address apart; a probe that does not say "not found" has to be equal."""
    words, expected = list(_words(page)), list(_words(probe))
    if words == expected:
        return True
    if not says_not_found(probe) or len(words) > ERROR_WORDS:
        return False
    return len(set(words) & set(expected)) >= ALIKE * len(set(words) | set(expected))
