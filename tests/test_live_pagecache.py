"""Pages kept for a while: for how long, how many, and for which way of rendering."""

from __future__ import annotations

from mcp_server.live import pagecache
from mcp_server.live.pagecache import PageCache, Root


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def row(key, content="text"):
    return {"key": key, "content": content, "links": [{"url": "u", "text": "t"}]}


def test_a_page_is_fresh_for_the_given_seconds_and_not_longer():
    clock = Clock()
    cache = PageCache(60, clock)
    cache.put("auto", row("a"))
    clock.now = 59.9
    assert set(cache.fresh("auto")) == {"a"}
    clock.now = 60.0
    assert cache.fresh("auto") == {}


def test_each_way_of_rendering_has_pages_of_its_own():
    cache = PageCache(60)
    cache.put("never", row("a"))
    assert cache.fresh("always") == {}


def test_no_seconds_keep_nothing():
    cache = PageCache(0)
    cache.put("auto", row("a"))
    assert cache.fresh("auto") == {}


def test_the_page_used_longest_ago_goes_first(monkeypatch):
    monkeypatch.setattr(pagecache, "MOST_PAGES", 2)
    cache = PageCache(60)
    cache.put("auto", row("a"))
    cache.put("auto", row("b"))
    cache.used("auto", "a")
    cache.put("auto", row("c"))
    assert set(cache.fresh("auto")) == {"a", "c"}


def test_large_pages_make_room_too(monkeypatch):
    monkeypatch.setattr(pagecache, "MOST_CHARACTERS", 100)
    cache = PageCache(60)
    cache.put("auto", row("a", "x" * 60))
    cache.put("auto", row("b", "x" * 60))
    cache.put("auto", row("b", "x" * 61))
    assert set(cache.fresh("auto")) == {"b"}


def test_a_typed_address_is_remembered_with_what_it_turned_out_to_be():
    cache = PageCache(60)
    root = Root("http://a.test/", "http://a.test/", "http://a.test/")
    cache.put_root("auto", "a.test", root)
    assert (cache.root("auto", "a.test"), cache.root("never", "a.test")) == (root, None)
