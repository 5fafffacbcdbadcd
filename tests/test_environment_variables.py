"""The owner's settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_server.environment import ServerSettings, server_settings


def test_nothing_set_gives_the_defaults():
    assert server_settings({}) == ServerSettings()


@pytest.mark.parametrize(
    ("variable", "value", "name", "setting"),
    [
        ("SITE_KNOWLEDGE_CRAWL_TOOLS", "off", "crawl_tools", False),
        ("SITE_KNOWLEDGE_CRAWL_TOOLS", "on", "crawl_tools", True),
        ("SITE_KNOWLEDGE_ALLOW_PRIVATE", "1", "allow_private", True),
        ("SITE_KNOWLEDGE_ALLOW_PRIVATE", "0", "allow_private", False),
        ("SITE_KNOWLEDGE_QUERY_LOG", "/tmp/log", "query_log", Path("/tmp/log")),
        ("SITE_KNOWLEDGE_QUERY_LOG", "off", "query_log", None),
        ("SITE_KNOWLEDGE_CACHE_SECONDS", "60", "cache_seconds", 60.0),
        ("SITE_KNOWLEDGE_CACHE_SECONDS", "soon", "cache_seconds", 3600.0),
        ("SITE_KNOWLEDGE_CACHE_SECONDS", "nan", "cache_seconds", 3600.0),
        ("SITE_KNOWLEDGE_LOADED_MB", "2", "loaded_bytes", 2 * 1024 * 1024),
    ],
)
def test_a_variable_changes_its_setting(variable, value, name, setting):
    assert getattr(server_settings({variable: value}), name) == setting
