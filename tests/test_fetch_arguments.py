"""The eleven parameters of fetch_doc_content: names, defaults, and every bound of every number."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client

from mcp_server.environment import ServerSettings, server_settings
from mcp_server.library import Library
from mcp_server.live.fetching import LiveFetcher
from mcp_server.live.gathering import Gathered
from mcp_server.live.replying import live_reply
from mcp_server.server import build_server

URL = "https://a.test/"
# contract, section 5: name, least, default, most; and what the name is inside
NUMBERS = {
    "depth": (1, 1, 5, "depth"),
    "maxPages": (1, 10, 50, "max_pages"),
    "maxConcurrency": (1, 3, 8, "max_concurrency"),
    "timeoutMs": (5_000, 45_000, 120_000, "timeout_ms"),
    "perPageTimeoutMs": (1_000, 10_000, 60_000, "per_page_timeout_ms"),
    "contentLimit": (1_000, 12_000, 50_000, "content_limit"),
}
NAMES = ["url", *NUMBERS, "render", "sameOrigin", "pathPrefix", "includeLinks"]


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Call the tool without a crawl behind it; gives the result and the question that it came to."""
    asked = []

    async def fetch(self, question, progress):
        asked.append(question)
        return live_reply(question, Gathered(), timed_out=False, duration_ms=1)

    monkeypatch.setattr(LiveFetcher, "fetch", fetch)

    def run(**arguments):
        async def talk():
            async with Client(build_server(Library(tmp_path), ServerSettings())) as client:
                return await client.call_tool("fetch_doc_content", arguments)

        return asyncio.run(asyncio.wait_for(talk(), 30)), (asked or [None])[-1]

    return run


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    async def ask():
        async with Client(build_server(Library(tmp_path_factory.mktemp("data")))) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}["fetch_doc_content"]

    return asyncio.run(ask())


def test_the_published_schema_has_the_eleven_parameters_and_no_others(published):
    schema = published.input_schema
    assert sorted(schema["properties"]) == sorted(NAMES)
    assert (schema["required"], schema["additionalProperties"]) == (["url"], False)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_published_bounds_and_defaults_are_those_of_the_contract(published, name):
    told = published.input_schema["properties"][name]
    assert (told["minimum"], told["default"], told["maximum"]) == NUMBERS[name][:3]


def test_the_tool_says_that_it_only_reads_and_reads_the_web(published):
    hints = published.annotations
    assert (hints.read_only_hint, hints.open_world_hint, hints.destructive_hint) == (True, True, False)
    assert len(published.description) < 2_000


def test_what_is_left_out_has_the_defaults_of_the_contract(call):
    result, asked = call(url=URL)
    reply = result.structured_content
    assert (reply["explorationDepth"], reply["maxPages"], asked.timeout_ms, asked.content_limit) == (
        1,
        10,
        45_000,
        12_000,
    )
    assert asked.include_links is True
    assert reply["crawl"] == {
        "sameOrigin": True,
        "pathPrefix": None,
        "maxConcurrency": 3,
        "render": "auto",
        "perPageTimeoutMs": 10_000,
    }


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in NUMBERS for place in (0, 2)])
def test_the_least_and_the_most_of_each_number_are_accepted(call, name, place):
    result, asked = call(url=URL, **{name: NUMBERS[name][place]})
    assert not result.is_error
    assert getattr(asked, NUMBERS[name][3]) == NUMBERS[name][place]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, row in NUMBERS.items() for value in (row[0] - 1, row[2] + 1, -1, 0)]
)
def test_a_number_beyond_its_bounds_is_refused_by_name_value_and_bounds(call, name, value):
    result, asked = call(url=URL, **{name: value})
    low, _, high, _ = NUMBERS[name]
    said = result.structured_content["error"]
    assert (result.is_error, asked) == (True, None)
    assert said == f"Argument '{name}' must be a whole number from {low} to {high}, not {value}."


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("depth", 1.5, "a whole number from 1 to 5, not 1.5"),
        ("depth", "deep", 'a whole number from 1 to 5, not "deep"'),
        ("depth", None, "a whole number from 1 to 5, not null"),
        ("render", "sometimes", 'one of auto, always, never, not "sometimes"'),
        ("render", "AUTO", 'one of auto, always, never, not "AUTO"'),
        ("sameOrigin", "maybe", 'true or false, not "maybe"'),
        ("includeLinks", 7, "true or false, not 7"),
        ("pathPrefix", 5, "text of 0 to 2000 characters, not 5"),
        ("pathPrefix", "/" * 2001, "of 2001 characters"),
        ("url", "", "text of 1 to 2000 characters"),
        ("url", "x" * 2001, "of 2001 characters"),
    ],
)
def test_a_value_of_another_kind_is_refused_in_one_sentence(call, name, value, words):
    result, asked = call(**{"url": URL, name: value})
    said = result.structured_content["error"]
    assert (result.is_error, asked) == (True, None)
    assert said.startswith(f"Argument '{name}' must be ")
    assert words in said


@pytest.mark.parametrize("render", ["auto", "always", "never"])
def test_each_way_of_rendering_is_accepted(call, render):
    assert call(url=URL, render=render)[1].render == render


@pytest.mark.parametrize(("same_origin", "links"), [(True, False), (False, True)])
def test_the_switches_are_accepted(call, same_origin, links):
    asked = call(url=URL, sameOrigin=same_origin, includeLinks=links)[1]
    assert (asked.same_origin, asked.include_links) == (same_origin, links)


def test_a_path_prefix_is_handed_on(call):
    assert call(url=URL, pathPrefix="/docs")[1].path_prefix == "/docs"


def test_the_url_is_needed(call):
    result, asked = call(depth=2)
    assert (result.is_error, asked) == (True, None)
    assert "'url' is missing" in result.structured_content["error"]


@pytest.mark.parametrize("name", ["max_pages", "Depth", "timeout", "links"])
def test_an_unknown_argument_is_refused_by_its_name(call, name):
    result, asked = call(url=URL, **{name: 1})
    assert (result.is_error, asked) == (True, None)
    assert f"Unknown argument '{name}'" in result.structured_content["error"]


@pytest.mark.parametrize(
    "arguments", [{"url": "https://example.com/docs"}, {"url": "https://example.com/docs", "depth": 2}]
)
def test_a_call_as_docs_fetch_describes_it_gives_the_reply_it_describes(call, arguments):
    reply = call(**arguments)[0].structured_content
    assert reply["rootUrl"] == "https://example.com/docs"
    assert (reply["explorationDepth"], reply["pagesExplored"], reply["content"]) == (arguments.get("depth", 1), 0, [])


@pytest.mark.parametrize("value", ["off", "0", "no"])
def test_the_owner_may_hide_the_tool(tmp_path, value):
    async def ask():
        settings = server_settings({"SITE_KNOWLEDGE_CRAWL_TOOLS": value})
        async with Client(build_server(Library(tmp_path), settings)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert "fetch_doc_content" not in asyncio.run(ask())
