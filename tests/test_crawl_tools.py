"""Crawls started by a tool: what is refused, what a job says, how it ends."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client

from mcp_server.environment import ServerSettings, server_settings
from mcp_server.jobs import Jobs
from mcp_server.library import Library
from mcp_server.publicaddress import crawl_target, is_public
from mcp_server.refusals import RefusalError
from mcp_server.server import build_server
from tests.crawl_run import ROOT
from tests.site_server import serve


def talk(folder, conversation, settings):
    async def run():
        async with Client(build_server(Library(folder), settings)) as client:
            return await conversation(client)

    return asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("not an address", False),
    ],
)
def test_only_addresses_of_the_public_internet_are_public(address, public):
    assert is_public(address) is public


@pytest.mark.parametrize(
    ("typed", "target"),
    [
        ("https://example.com/docs#top", "example.com/docs"),
        ("HTTP://example.com:8080", "example.com:8080"),
        ("example.com", "example.com"),
        ("example.com/old/http://a.test/?u=https://b.test", "example.com/old/http://a.test/?u=https://b.test"),
    ],
)
def test_an_address_is_handed_on_without_its_scheme_so_that_https_is_tried_first(typed, target):
    assert crawl_target(typed) == target


@pytest.mark.parametrize(
    "typed", ["ftp://example.com", "file:///etc/passwd", "a b", "", "http://", "http://u:p@a.test/"]
)
def test_what_is_no_web_address_is_refused(typed):
    with pytest.raises(RefusalError):
        crawl_target(typed)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "localhost", "http://[::1]/", "http://169.254.169.254/latest"])
def test_private_addresses_are_refused_with_the_owner_s_remedy(tmp_path, url):
    with pytest.raises(RefusalError, match="SITE_KNOWLEDGE_ALLOW_PRIVATE=1"):
        Jobs(tmp_path).start(url, 5)


def test_the_owner_may_hide_the_tools_that_fetch(tmp_path):
    names = talk(tmp_path, lambda client: client.list_tools(), server_settings({"SITE_KNOWLEDGE_CRAWL_TOOLS": "off"}))
    assert not {tool.name for tool in names.tools} & {"crawl_site", "crawl_status", "cancel_crawl"}


def test_an_unknown_job_is_an_error(tmp_path):
    reply = talk(tmp_path, lambda client: client.call_tool("crawl_status", {"job_id": "x"}), ServerSettings())
    assert reply.is_error


def test_a_site_is_crawled_and_can_be_searched_at_once(tmp_path, serve_site):
    shop = serve_site(ROOT / "demo" / "site")

    async def crawl(client):
        reply = await client.call_tool("crawl_site", {"url": shop.base, "max_pages": 2})
        while reply.structured_content["state"] == "running":
            reply = await client.call_tool("crawl_status", {"job_id": reply.structured_content["job_id"]})
        return reply.structured_content, await client.call_tool("list_sites", {})

    done, sites = talk(tmp_path, crawl, ServerSettings(allow_private=True))
    assert (done["state"], done["exit_code"], done["report"]["published"]) == ("published", 0, True)
    assert "http" in done["notes"][0]
    assert sites.structured_content["sites"][0]["pages"] == done["counts"]["indexed"]


def test_a_crawl_that_read_nothing_is_not_said_to_have_come_over_http(tmp_path):
    with serve("basic") as site:
        address = site.site  # closed before it is asked

    async def crawl(client):
        reply = await client.call_tool("crawl_site", {"url": address})
        return reply.structured_content

    done = talk(tmp_path, crawl, ServerSettings(allow_private=True))
    assert (done["state"], done["exit_code"], done["notes"]) == ("failed", 4, [])
    assert "scrapy crawl" not in done["message"]


def test_a_crawl_can_be_stopped_and_only_one_runs_for_a_host(tmp_path, serve_site):
    shop = serve_site(ROOT / "demo" / "site")
    jobs = Jobs(tmp_path, allow_private=True)
    job = jobs.start(shop.base, 500)
    with pytest.raises(RefusalError, match=job.id):
        jobs.start(shop.base, 500)
    job.cancel()
    assert job.wait(30)
    assert job.state == "cancelled"
