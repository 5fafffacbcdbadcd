"""What the owner of the server sets in its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mcp_server.library import DEFAULT_LOADED_BYTES
from mcp_server.publicaddress import ALLOW_PRIVATE
from mcp_server.upkeep import CACHE_SECONDS

_OFF = frozenset({"off", "0", "no", "false"})
_MB = 1024 * 1024
_ON = frozenset({"on", "1", "yes", "true"})


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """`crawl_tools`: whether tools may fetch; `allow_private`: also from private addresses;
    `query_log`: where questions are kept, None for nowhere; `cache_seconds`: how long what was
    fetched counts as fresh; `loaded_bytes`: passage files whose indexes are in memory at once.
    """

    crawl_tools: bool = True
    allow_private: bool = False
    query_log: Path | None = None
    cache_seconds: float = CACHE_SECONDS
    loaded_bytes: int = DEFAULT_LOADED_BYTES


def server_settings(environment: Mapping[str, str] = os.environ) -> ServerSettings:
    """The settings from SITE_KNOWLEDGE_… variables."""
    log = environment.get("SITE_KNOWLEDGE_QUERY_LOG", "").strip()
    return ServerSettings(
        crawl_tools=environment.get("SITE_KNOWLEDGE_CRAWL_TOOLS", "").strip().lower() not in _OFF,
        allow_private=environment.get(ALLOW_PRIVATE, "").strip().lower() in _ON,
        cache_seconds=_number(environment.get("SITE_KNOWLEDGE_CACHE_SECONDS"), CACHE_SECONDS),
        loaded_bytes=int(_number(environment.get("SITE_KNOWLEDGE_LOADED_MB"), DEFAULT_LOADED_BYTES / _MB) * _MB),
        query_log=Path(log).expanduser() if log and log.lower() not in _OFF else None,
    )


def _number(text: str | None, default: float) -> float:
    """A number of at least 0; the default for what is none."""
    try:
        value = float(text) if text else default
    except ValueError:
        return default
    return value if 0 <= value < float("inf") else default
