"""How prices are written: the signs and names of currencies."""

from __future__ import annotations

import re

_SIGNS = "€$£¥₹₩₽₺₴₪฿₫₱₦₸₾"
# names that stand before an amount, behind one, on either side; words that mean something else are left out
_BOTH = "usd|eur|gbp|chf|sek|nok|dkk|pln|czk|huf|inr|jpy|cny|aud|cad|nzd|brl|zar|isk|kr|zł|kč"
_BEHIND = "руб|грн|円|元|원|บาท|,-|euros?|dollars?|pounds?"

PRICE = rf"(?:[{_SIGNS}]|\b(?:{_BOTH})\b\.?)\s?\d|\d\s?(?:[{_SIGNS}]|(?:{_BOTH}|{_BEHIND})(?!\w))"
"""A pattern for a price within a text, to be searched in any letter case: "€5", "5 kr", "NOK 1 290", "19,-"."""

_PRICE = re.compile(PRICE, re.IGNORECASE)


def holds_price(text: str) -> bool:
    """Whether a price stands in the text."""
    return _PRICE.search(text) is not None
