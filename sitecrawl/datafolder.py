"""Where passage files live: one rule for both processes."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

import platformdirs


def checkout_above(folder: Path) -> Path | None:
    """The checkout that `folder` is inside of, told by its scrapy.cfg and our package, or None."""
    for candidate in (folder, *folder.parents):
        if (candidate / "scrapy.cfg").is_file() and (candidate / "sitecrawl" / "passagefile.py").is_file():
            return candidate
    return None


def data_folder(argument: str | None = None) -> Path:
    """The data folder: the argument or SITECRAWL_DATA_DIR; SITE_KNOWLEDGE_DATA; the checkout's
    `data/` when the working folder is inside one; the platform's user data folder.

    The folder is named, not made.
    """
    named = argument or os.environ.get("SITECRAWL_DATA_DIR") or os.environ.get("SITE_KNOWLEDGE_DATA")
    if named:
        return Path(named).expanduser().absolute()
    checkout = checkout_above(Path.cwd())
    if checkout is not None:
        return checkout / "data"
    return Path(platformdirs.user_data_dir("site-knowledge", appauthor=False))


def folder_name(folder: Path) -> str:
    """The name under which a folder of documents is served when none is given: its own, made fit
    for a file name (`My Docs` gives `my-docs`).
    """
    plain = unicodedata.normalize("NFKD", folder.name).encode("ascii", "ignore").decode("ascii").lower()
    name = re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")[:100].strip("-.")
    return name or "documents"
