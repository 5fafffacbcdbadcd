"""Labels of boxes: "Note" over a paragraph set apart names no part of a page."""

from __future__ import annotations

import re

from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text

_BOX = re.compile(
    r"(?:^|\s)(?:(?:[a-z]+-)*admonition(?:block)?|callout|alert|hint-?box|notice|note|warning|tip|caution|"
    r"important|danger|hint|attention|custom-block|infobox|message-box)(?:[-_]{1,2}(?:heading|title|header))?(?:\s|$)",
    re.I,
)
_ADMONITION = re.compile(r"(?:^|\s)(?:note|tip|warning|caution|important|admonition)(?:\s|$)", re.I)
_ROLES = frozenset(("note", "alert", "doc-tip", "doc-notice"))
_TITLE = re.compile(r"(?:^|[\s_-])(?:title|heading|header|label)(?:\s|$)", re.I)
_LABELS = frozenset(
    word.strip()
    for word in """
    note|notes|tip|tips|hint|warning|warnings|caution|important|attention|danger|info|information|notice|remark|alert
    hinweis|hinweise|anmerkung|warnung|achtung|wichtig|tipp|vorsicht|gefahr
    remarque|remarques|astuce|avertissement|mise en garde|conseil|à noter
    nota|notas|aviso|advertencia|consejo|sugerencia|importante|precaución|atención|peligro
    avviso|avvertenza|suggerimento|attenzione|consiglio|pericolo|dica|dicas|cuidado|atenção|observação
    opmerking|waarschuwing|let op|belangrijk|uwaga|wskazówka|ostrzeżenie|ważne
    poznámka|varování|upozornění|důležité|obs|varning|viktigt|tips|advarsel|bemærk|merk|vigtigt|viktig
    huomautus|varoitus|vihje|huomio|megjegyzés|figyelem|figyelmeztetés|notă|atenție|avertisment
    not|uyarı|ipucu|dikkat|önemli|примечание|замечание|внимание|предупреждение|важно|совет|подсказка
    примітка|увага|попередження|порада|σημείωση|προσοχή|προειδοποίηση
    注|注記|注意|注釈|ヒント|警告|重要|備考|メモ|提示|备注|備註|说明|小贴士|참고|주의|경고|중요|팁|노트
    ملاحظة|تحذير|تنبيه|نصيحة|नोट|चेतावनी|ध्यान दें|หมายเหตุ|คำเตือน|เคล็ดลับ|lưu ý|cảnh báo|chú ý|catatan|peringatan
    """.replace("\n", "|").split("|")
    if word.strip()
)
_SIGNS = " \t:：.!！…*–—-"
_DEEP = 4
_DEEPEST = 6


def labelled_box(heading: Element, level: int) -> Element | None:
    """The box that a heading is only the label of (Note, Warning, Tip), or None.

    Below level 3 any heading of a box is one. Above, where the pages of a site have their own, a box
    may hold a notice with a heading: a label then says so itself, or bears the class of a box's title
    straight inside the box.
    """
    parent = heading.getparent()
    own, around = heading.get("class") or "", _class_of(parent)
    if _is_box(own) or _is_box(around) or (parent is not None and parent.get("role") in _ROLES):
        return parent if level >= _DEEP or _is_box_title(own, around) or _is_label_word(heading) else None
    # <div class="note"><div class="title"><h3>
    outer = parent.getparent() if parent is not None else None
    found = _is_box(_class_of(outer)) and _TITLE.search(around) is not None and _is_label_word(heading)
    return outer if found else None


def _class_of(element: Element | None) -> str:
    return "" if element is None else element.get("class") or ""


def _is_box(classes: str) -> bool:
    return _BOX.search(classes) is not None


def _is_box_title(own: str, around: str) -> bool:
    """Whether the classes are those that DocBook's and Sphinx's writers give a box and its title."""
    return _TITLE.search(own) is not None and _ADMONITION.search(around) is not None


def _is_label_word(heading: Element) -> bool:
    words = " ".join(all_text(heading).split())
    return words.strip(_SIGNS).casefold() in _LABELS


class OpenBoxes:
    """The elements being written, and the level of the heading before each box whose label is a heading."""

    def __init__(self) -> None:
        self._open: list[Element] = []
        self._before: dict[Element, int] = {}

    def enter(self, element: Element) -> None:
        """An element begins."""
        self._open.append(element)

    def leave(self, element: Element) -> int | None:
        """An element ends: the level of the heading before it when it was such a box."""
        self._open.pop()
        return self._before.pop(element, None)

    def label(self, box: Element, level: int, before: int) -> int | None:
        """The level for a box's label of `level` under a heading of level `before`, until the box ends.

        None where the label is a bold line: a deep one, a second one, one with no level left below.
        """
        if level >= _DEEP or before >= _DEEPEST or box in self._before or box not in self._open:
            return None
        self._before[box] = before
        return before + 1
