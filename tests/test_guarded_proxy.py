"""The proxy through which the browser's traffic goes: what it forwards, and what it refuses to reach."""

from __future__ import annotations

import asyncio
import socket

import pytest

pytest.importorskip("playwright", reason="the extra render is not installed")

from sitecrawl.rendering.proxy import GuardedProxy, refusal_in

HELLO = "Hello from the other side"


def talk(server, request, admit=lambda host, address: True, **names):
    """What a client of a proxy gets for raw bytes; `names` are the addresses that names stand for."""

    async def exchange():
        loop = asyncio.get_running_loop()
        resolve = loop.getaddrinfo

        async def look_up(host, port, **options):
            found = names.get(host.replace(".", "_"))
            if found is None:
                return await resolve(host, port, **options)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

        loop.getaddrinfo = look_up
        proxy = GuardedProxy(admit)
        port = int((await proxy.start()).rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request.replace("{port}", str(server.server_address[1])).encode())
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        await writer.wait_closed()
        await proxy.close()
        return answer.decode()

    return asyncio.run(exchange())


@pytest.fixture
def server(serve_site):
    return serve_site(answers={"/hello": HELLO})


def test_a_request_is_forwarded_to_its_origin_and_the_connection_ends_with_it(server):
    answer = talk(
        server, "GET http://127.0.0.1:{port}/hello?a=1 HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\n\r\n"
    )
    assert answer.startswith("HTTP/1.1 200") and answer.endswith(HELLO)
    assert "Connection: close" in answer
    assert server.targets == ["/hello?a=1"]
    assert "proxy-connection" not in server.requests[0].headers


def test_a_tunnel_carries_bytes_as_they_are(server):
    request = "CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nGET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = talk(server, request)
    assert answer.startswith("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200")
    assert answer.endswith(HELLO)


@pytest.mark.parametrize("request_line", ["GET http://127.0.0.1:{port}/hello", "CONNECT 127.0.0.1:{port}"])
def test_a_refused_address_is_not_connected_to(server, request_line):
    answer = talk(server, f"{request_line} HTTP/1.1\r\nHost: x\r\n\r\n", admit=lambda host, address: False)
    assert answer.startswith("HTTP/1.1 502") and "Proxy-Status: sitecrawl; error=destination_ip_prohibited" in answer
    assert server.targets == []


def test_the_name_and_each_of_its_addresses_are_asked_about(server):
    asked = []

    def admit(host, address):
        asked.append((host, address))
        return address != "10.0.0.7"

    request = "GET http://shop.example:{port}/hello HTTP/1.1\r\nHost: shop.example\r\n\r\n"
    assert "error=destination_ip_prohibited" in talk(server, request, admit, shop_example=["127.0.0.1", "10.0.0.7"])
    assert asked == [("shop.example", "127.0.0.1"), ("shop.example", "10.0.0.7")]
    assert server.targets == []


def test_the_address_that_was_checked_is_the_one_connected_to(server):
    request = "GET http://shop.example:{port}/hello HTTP/1.1\r\nHost: shop.example\r\n\r\n"
    answer = talk(server, request, shop_example=["127.0.0.1"])
    assert answer.endswith(HELLO)
    assert server.requests[0].headers["host"] == "shop.example"


@pytest.mark.parametrize(
    "nonsense", ["\r\n\r\n", "GET\r\n\r\n", "CONNECT :0 HTTP/1.1\r\n\r\n", "GET http://[/ HTTP/1.1\r\n\r\n"]
)
def test_nonsense_ends_the_connection_and_nothing_else(server, nonsense):
    assert "200" not in talk(server, nonsense)


@pytest.mark.parametrize(
    ("target", "error"), [("http://no-such-host.invalid/", "dns_error"), ("http://127.0.0.1:9/", "connection_refused")]
)
def test_an_origin_that_cannot_be_had_is_told_apart_from_its_answers(server, target, error):
    answer = talk(server, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n")
    assert f"Proxy-Status: sitecrawl; error={error}\r\n" in answer


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("sitecrawl; error=connection_refused", "connection refused"),
        ("sitecrawl; error=destination_ip_prohibited", "the host stands for a private address"),
        ("cdn.example; error=connection_refused", None),
        (None, None),
    ],
)
def test_only_the_word_of_this_proxy_counts(field, words):
    assert refusal_in(field) == words
