"""Serves a case folder, or answers given in the test, on a free port of loopback and keeps a log.

`tests/sites/<case>/` holds the pages. A file `answers.json` in it, never served itself, overrides
single targets: `{"/old": {"status": 301, "headers": {"Location": "/new"}}}`; keys are those of `Answer`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from demo.serve import FolderHandler, FolderServer

SITES = Path(__file__).parent / "sites"
ANSWERS = "answers.json"


@dataclass(frozen=True)
class Answer:
    """What a target answers: `text` or `body`, else the folder's file; `delay` in seconds.

    `reset` hangs up without an answer; the answers of `then` follow from the second request on.
    """

    text: str | None = None
    body: bytes | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    reset: bool = False
    then: tuple[Answer, ...] = ()

    @classmethod
    def of(cls, value: object) -> Answer:
        """An answer from a test or a case file: an Answer, a page's text, bytes, a status, or a mapping."""
        if isinstance(value, Answer):
            return value
        if isinstance(value, str):
            return cls(text=value)
        if isinstance(value, bytes):
            return cls(body=value)
        if isinstance(value, int):
            return cls(text=f"<h1>Status {value}</h1>", status=value)
        assert isinstance(value, Mapping), value
        return cls(**{**value, "then": tuple(cls.of(later) for later in value.get("then", ()))})


@dataclass(frozen=True)
class Request:
    """One request as the server saw it; `at` counts seconds of the monotonic clock."""

    at: float
    method: str
    target: str
    status: int
    headers: Mapping[str, str]


class SiteServer(FolderServer):
    """A folder server with overridden answers and a request log."""

    def __init__(self, folder: Path, answers: Mapping[str, object], handler: type[FolderHandler] | None = None) -> None:
        super().__init__(folder, handler=handler or SiteHandler)
        case_file = folder / ANSWERS
        written = json.loads(case_file.read_text("utf-8")) if case_file.is_file() else {}
        self.answers = {target: Answer.of(value) for target, value in {**written, **answers}.items()}
        self.requests: list[Request] = []
        self.lock = threading.Lock()

    @property
    def site(self) -> str:
        """The site's name: host and port."""
        return urlsplit(self.base).netloc

    @property
    def targets(self) -> list[str]:
        """The request targets in the order they were asked for."""
        return [request.target for request in self.requests]

    def fill(self, text: str) -> str:
        """`{{BASE}}` and `{{PORT}}` replaced by the server's own."""
        return text.replace("{{BASE}}", self.base).replace("{{PORT}}", str(self.server_address[1]))

    def answer_for(self, target: str) -> Answer | None:
        """The override of a target with its query, else of its path alone."""
        answer = self.answers.get(target) or self.answers.get(target.partition("?")[0])
        if answer is None or not answer.then:
            return answer
        asked = self.targets.count(target)
        return answer if asked == 0 else answer.then[min(asked, len(answer.then)) - 1]

    def log(self, handler: SiteHandler, status: int) -> None:
        """Keep one request; what is no HTTP, such as a TLS greeting, has no target and is left out."""
        if not hasattr(handler, "headers"):
            return
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self.lock:
            self.requests.append(Request(time.monotonic(), handler.command, handler.path, status, headers))


class SiteHandler(FolderHandler):
    """Overrides first, the folder's files otherwise."""

    server: SiteServer

    def respond(self) -> None:
        """Answer as the case says."""
        answer = self.server.answer_for(self.path)
        if answer is None:
            super().respond()
            return
        if answer.delay:
            threading.Event().wait(answer.delay)
        if answer.reset:
            self.server.log(self, 0)
            self.close_connection = True
            return
        self.send(answer.status, *self.content_of(answer))

    def content_of(self, answer: Answer) -> tuple[bytes, dict[str, str]]:
        """Body and headers of an override; without a body of its own those of the folder's file."""
        given = {name: self.server.fill(value) for name, value in answer.headers.items()}
        if answer.body is not None:
            return answer.body, given
        if answer.text is not None:
            kind = {".txt": "text/plain", ".xml": "application/xml"}.get(Path(urlsplit(self.path).path).suffix)
            typed = {"Content-Type": f"{kind}; charset=utf-8"} if kind else {}
            return self.server.fill(answer.text).encode(), typed | given
        file = self.file_of(urlsplit(self.path).path)
        body, headers = self.read(file) if file else (b"", {})
        return body, headers | given

    def file_of(self, path: str) -> Path | None:
        """As the folder server, but the case file is not part of the site."""
        return None if path == f"/{ANSWERS}" else super().file_of(path)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Called for every answer with the status as sent."""
        self.server.log(self, int(code))


@contextmanager
def serve(case: str | Path, answers: Mapping[str, object] | None = None) -> Iterator[SiteServer]:
    """A running server of `tests/sites/<case>/` or of a folder; it is closed at the end."""
    with SiteServer(SITES / case, answers or {}) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(10)
