"""Pages as resources, their completion, the prompts, and news of a crawl."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client, MCPError
from mcp.types import PromptReference, ResourceTemplateReference

from mcp_server.library import Library
from mcp_server.pageuri import page_uri, parse_page_uri
from mcp_server.server import build_server
from tests.passage_files import club, page, part, write_site

TEMPLATE = ResourceTemplateReference(uri="site://{host}/{+path}")


@pytest.fixture
def data(tmp_path):
    write_site(
        tmp_path, [*club(), page("https://club.example/trips?season=winter", "Trips", [part(None, "A heronry.")])]
    )
    return tmp_path


def talk(folder, conversation, **options):
    async def run():
        async with Client(build_server(Library(folder)), **options) as client:
            return await conversation(client)

    return asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize(
    "url",
    [
        "https://a.test/",
        "https://a.test/docs/x",
        "https://a.test/docs/",
        "https://a.test/s?q=a%20b&r=?",
        "https://a.test/what%3Fnow",
        "https://a.test/a//b/%2e",
        "https://a.test/%C3%BC",
        "folder://notes/guide/a.md",
    ],
)
def test_a_page_uri_is_made_and_parsed_exactly(url):
    site = url.partition("://")[2].partition("/")[0]
    assert parse_page_uri(page_uri(site, url)) == (site, url.partition("://")[2].removeprefix(site))
    assert "?" not in page_uri(site, url)


def test_every_page_is_listed_once_in_parts(tmp_path):
    write_site(
        tmp_path, [page(f"https://many.example/p{n:03}", f"P{n}", [part(None, f"text {n}")]) for n in range(250)]
    )

    async def walk(client):
        uris, cursor = [], None
        while True:
            reply = await client.list_resources(cursor=cursor)
            uris += [resource.uri for resource in reply.resources]
            cursor = reply.next_cursor
            if cursor is None:
                return uris

    assert talk(tmp_path, walk) == [f"site://many.example/p{n:03}" for n in range(250)]


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("site://club.example/boats", "yellow tag"),
        ("site://club.example/", "estuary"),
        ("site://club.example/trips%3Fseason=winter", "heronry"),
        ("site://CLUB.example/boats", "yellow tag"),
    ],
)
def test_a_page_is_read_as_markdown(data, uri, words):
    (contents,) = talk(data, lambda client: client.read_resource(uri)).contents
    assert contents.mime_type == "text/markdown"
    assert words in contents.text


@pytest.mark.parametrize(
    "uri",
    [
        "site://club.example/no-such-jetty",
        "site://nowhere.example/",
        "file:///etc/passwd",
        "site://club.example/x/../boats",
    ],
)
def test_what_is_no_page_is_an_error(data, uri):
    async def read(client):
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        return str(caught.value)

    assert "root:" not in talk(data, read)


@pytest.mark.parametrize(
    ("ref", "argument", "host", "values"),
    [
        (TEMPLATE, ("host", "cl"), None, ["club.example"]),
        (TEMPLATE, ("path", "le"), "club.example", ["lessons", "rules"][:1]),
        (TEMPLATE, ("path", "trip"), "club.example", ["trips%3Fseason=winter"]),
        (TEMPLATE, ("path", "x"), "nowhere.example", []),
        (PromptReference(name="audit_site"), ("site", "club"), None, ["club.example"]),
        (PromptReference(name="answer_from_site"), ("question", "w"), None, []),
    ],
)
def test_host_and_path_are_completed(data, ref, argument, host, values):
    name, typed = argument
    context = {"host": host} if host else None
    reply = talk(data, lambda client: client.complete(ref, {"name": name, "value": typed}, context))
    assert reply.completion.values[: len(values) or None] == values


def test_prompts_name_the_site_and_the_question(data):
    async def prompts(client):
        answer = await client.get_prompt("answer_from_site", {"question": "Who fixes boats?"})
        audit = await client.get_prompt("audit_site", {"site": "club.example"})
        return [prompt.messages[0].content.text for prompt in (answer, audit)]

    answer, audit = talk(data, prompts)
    assert "Who fixes boats?" in answer
    assert "club.example: 7 pages" in audit


@pytest.mark.parametrize(
    ("name", "arguments", "word"),
    [
        ("no_such_prompt", {}, "audit_site"),
        ("answer_from_site", {}, "question"),
        ("audit_site", {"site": "nowhere.example"}, "club.example"),
    ],
)
def test_a_prompt_that_cannot_be_given_is_an_error_with_a_sentence(data, name, arguments, word):
    async def ask(client):
        with pytest.raises(MCPError, match=word):
            await client.get_prompt(name, arguments)

    talk(data, ask)


def test_a_client_that_listed_pages_hears_of_a_new_crawl(data):
    async def listen(client):
        await client.list_resources()
        write_site(data, club())
        await asyncio.wait_for(heard.wait(), 15)

    async def note(message):
        if "list_changed" in repr(message) or "ListChanged" in repr(message):
            heard.set()

    heard = asyncio.Event()
    talk(data, listen, message_handler=note, mode="legacy")
    assert heard.is_set()


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
def test_a_subscriber_of_a_page_hears_that_its_site_was_crawled_again(data):
    uri = "site://club.example/boats"

    async def listen(client):
        await client.subscribe_resource(uri)
        write_site(data, club())
        await asyncio.wait_for(heard.wait(), 15)

    async def note(message):
        if "updated" in repr(message).lower() and uri in repr(message):
            heard.set()

    heard = asyncio.Event()
    talk(data, listen, message_handler=note, mode="legacy")
    assert heard.is_set()


def test_a_client_of_2026_listens_for_news(data):
    uri = "site://club.example/boats"

    async def listen(client):
        async with client.listen(resources_list_changed=True, resource_subscriptions=[uri]) as events:
            write_site(data, club())
            return await asyncio.wait_for(anext(aiter(events)), 15)

    assert "ResourcesListChanged" in repr(talk(data, listen))
