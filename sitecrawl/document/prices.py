"""How prices are written: the signs and names of currencies."""

from __future__ import annotations

import re

_SIGNS = "€$£¥₹₩₽₺₴₪฿₫₱₦₸₾"
# ISO 4217; codes that are words as well are left out
_CODES = "usd|eur|gbp|chf|sek|nok|dkk|pln|czk|huf|inr|jpy|cny|aud|cad|nzd|brl|zar|isk"
_BEHIND = rf"{_CODES}|kr|zł|kč|руб|грн|円|元|원|บาท|,-|euros?|dollars?|pounds?"
# looked back for from the digit: a search that begins with letters would try every word of a text
_BEFORE = "|".join(rf"(?<=\b(?:{names}){between}\d)" for names in (_CODES, "kr") for between in ("", r"\s", r"\.\s"))

PRICE = rf"[{_SIGNS}]\s?\d|\d(?:\s?(?:[{_SIGNS}]|(?:{_BEHIND})(?!\w))|{_BEFORE})"
"""A pattern for a price within a text, to be searched in any letter case: "€5", "5 kr", "NOK 1 290", "19,-"."""

_PRICE = re.compile(PRICE, re.IGNORECASE)


def holds_price(text: str) -> bool:
    """Whether a price stands in the text."""
    return _PRICE.search(text) is not None
