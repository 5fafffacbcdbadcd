"""Contact facts in a page's footer: address, telephone, mail, opening hours."""

from __future__ import annotations

import re
from dataclasses import replace

from lxml.etree import _Element as Element

from sitecrawl.document.blocks import BlockWriter
from sitecrawl.document.hidden import Visibility
from sitecrawl.document.inline import escape
from sitecrawl.document.model import Block
from sitecrawl.document.panels import Panels
from sitecrawl.document.tree import PageTree

# what holds a digit
_NUMBERS = re.compile(
    r"(?:\+|\b00)\d{1,3}[\s()./-]*\d[\d\s()./-]{5,}\d|\(?\b0\d{1,5}\)?[\s/.-]*\d[\d\s./-]{3,}\d|\b\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}\b"
    r"|\b\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|uhr|h)?\s*(?:-|–|—|to|bis)\s*\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|uhr|h)\b"
    r"|\b\d{1,2}[:.h]\d{2}\s*(?:-|–|—|to|bis|à|a|til|till)\s*\d{1,2}[:.h]\d{2}\b"
    r"|\b\d{1,5}[a-z]?,?\s+[\w.' -]{2,30}\b(?:street|st\.|road|rd\.|avenue"
    r"|ave\.?|lane|ln\.|drive|boulevard|blvd|square|way|court|quay)(?!\w)"
    r"|\b[\w.' -]{2,30}(?:straße|strasse|str\.|weg|platz|allee|gasse)\s+\d{1,4}"
    r"|\b(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})\b|\b(?:D-|A-|CH-|F-)?\d{4,5}\s+[A-ZÄÖÜ][\w-]+|〒\s?\d{3}",
    re.I,
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+|[\w.+-]+\s?(?:\[at\]|\(at\))\s?[\w-]+", re.I)
_WORDS = re.compile(
    r"\b(?:tel|phone|fax|telefon|téléphone|teléfono|telefono|e-?mail|call us|hotline|whatsapp|電話|电话|тел)\b\s*[.:]"
    r"|\b(?:opening hours|open(?:ing)? times|business hours|öffnungszeiten|geöffnet"
    r"|horaires?|horario|orari|openingstijden|営業時間|营业时间|часы работы)\b"
    r"|\b(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|lundi|monday|montag)[a-zäé]*\.?\s*(?:-|–|—|to|bis|à|a)\s*"
    r"(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)"
    r"|\b(?:rue|avenue|place|calle|via|plaza|rua)\s+[\w.' -]{2,40}\d{0,5}",
    re.I,
)
# how a line of opening hours begins; "Sunday closed" says nothing without the lines above it
_DAY = re.compile(
    r"\W*(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b"
    r"|\W*(?:mo|tu|we|th|fr|sa|su|di|mi|do|so|lu|me|je|ve)\b(?=\s*[-–—.:,/&+\d])"
    r"|\W*(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|feiertag)[es]?\b"
    r"|\W*(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?\b|\W*(?:lunes|martes|miércoles|jueves|viernes|sábados?"
    r"|domingos?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag"
    r"|zaterdag|zondag|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|måndag|tisdag|lördag|söndag|segunda|terça"
    r"|quarta|quinta|sexta|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela)\b"
    r"|\W*(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс)\b"
    r"|\W*[月火水木金土日](?:曜日?|\b)|\W*(?:周|星期)[一二三四五六日]"
    r"|\W*(?:daily|weekdays|weekends?|public holidays|täglich|werktags)\b"
    r"|\W*(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|gesloten|stengt|stängt|lukket|fechado|定休日)\b",
    re.I,
)
_LONGEST_DAY = 80
_DIGIT = re.compile(r"\d")
_COPYRIGHT = re.compile(r"^\s*(?:©|\(c\)|copyright|all rights reserved)", re.I)


def contact_blocks(tree: PageTree, visibility: Visibility, panels: Panels, footers: list[Element]) -> list[Block]:
    """Blocks of the footers that hold contact facts, each under its heading as a bold line."""
    found: list[Block] = []
    for footer in footers:
        writer = BlockWriter(tree, visibility, panels)
        writer.write(footer)
        found.extend(_choose(writer.blocks))
    return found


def _choose(blocks: list[Block]) -> list[Block]:
    chosen: list[Block] = []
    heading: Block | None = None
    goes_on = False
    for block in blocks:
        if block.kind == "heading":
            heading, goes_on = block, False
            continue
        goes_on = _is_contact(block) or (goes_on and _is_day(block))
        if goes_on:
            markdown = block.markdown
            if heading is not None:
                markdown = f"**{escape(heading.markdown)}**\n\n{markdown}"
            chosen.append(replace(block, markdown=markdown, region="footer", closes=0))
            heading = None
    return chosen


def _is_day(block: Block) -> bool:
    """Whether a line below a contact line goes on with opening hours."""
    return len(block.markdown) <= _LONGEST_DAY and _DAY.match(block.markdown) is not None


def _is_contact(block: Block) -> bool:
    text = re.sub(r"\]\((?!mailto:|tel:)[^)]*\)", "]", block.markdown)
    return _holds_contact(text) and not (_COPYRIGHT.match(text) and "@" not in text)


def _holds_contact(text: str) -> bool:
    # each kind is looked for only where its signs are: most of a footer is links
    return (
        _WORDS.search(text) is not None
        or (("@" in text or "at]" in text.lower() or "at)" in text.lower()) and _MAIL.search(text) is not None)
        or (_DIGIT.search(text) is not None and _NUMBERS.search(text) is not None)
    )
