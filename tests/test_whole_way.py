"""The one test that crosses both processes: the sample shop crawled, then asked over MCP."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.crawl_run import ROOT, environment


def call(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def speak(data, messages):
    """Write the messages to `python -m mcp_server`, end its input, and give its replies by id."""
    done = subprocess.run(
        [sys.executable, "-m", "mcp_server", "--data", str(data)],
        cwd=ROOT,
        env=environment(),
        input="".join(json.dumps(message) + "\n" for message in messages),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    replies = [json.loads(line) for line in done.stdout.split("\n") if line]
    return {reply["id"]: reply for reply in replies if "id" in reply}


def test_a_question_is_answered_with_the_page_it_was_crawled_from(serve_site, crawl):
    shop = serve_site(ROOT / "demo" / "site")
    done = crawl(shop.base)
    assert done.exit_code == 0, done.stderr
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    arguments = {"query": "How much does delivery to Austria cost?"}
    replies = speak(
        done.data,
        [
            call(1, "initialize", **client),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            call(2, "tools/call", name="search_site", arguments=arguments),
        ],
    )
    found = replies[2]["result"]["structuredContent"]
    assert found["results"][0]["url"] == f"{shop.base}/delivery#costs"
    assert "13.80" in found["results"][0]["text"]
