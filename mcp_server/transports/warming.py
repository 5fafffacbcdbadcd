"""Loading behind the handshake, in a thread of its own."""

from __future__ import annotations

import logging
import threading

from mcp_server.library import Library
from sitecrawl.errors import SiteKnowledgeError

logger = logging.getLogger(__name__)


def warm_behind(library: Library) -> threading.Event:
    """Begin to load what a first question needs; the event is set when that has ended, well or not."""
    ready = threading.Event()

    def warm() -> None:
        try:
            library.warm()
        except SiteKnowledgeError as error:
            logger.warning("%s", error)
        except Exception:
            logger.exception("Loading ahead failed; the first call tries again")
        ready.set()

    threading.Thread(target=warm, name="warm", daemon=True).start()
    return ready
