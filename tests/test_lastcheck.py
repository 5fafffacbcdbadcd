import asyncio
from types import SimpleNamespace

import pytest
from scrapy import Request

from sitecrawl.arguments import SiteArguments
from sitecrawl.failures import Refused
from sitecrawl.lastcheck import LastCheck
from sitecrawl.session import CrawlSession, SessionSettings


def test_a_page_whose_pattern_closed_while_it_waited_is_not_sent_and_costs_no_budget(tmp_path, monkeypatch):
    session = CrawlSession(SiteArguments("https://shop.test/"), tmp_path, SessionSettings("UA", "SiteKnowledge"))
    session.spend()
    monkeypatch.setattr(session, "closed", lambda url, kind: "same text pattern" if kind == "link" else None)
    handler = LastCheck.__new__(LastCheck)
    handler.crawler = SimpleNamespace(spider=SimpleNamespace(session=session))
    request = Request("https://shop.test/tag/x", meta={"page": "link", "budget_spent": True})

    with pytest.raises(Refused, match="same text pattern"):
        asyncio.run(handler.download_request(request))

    assert session.spent == 0
