"""Serves a folder of web pages on loopback, as a small host would."""

from __future__ import annotations

import argparse
import hashlib
import mimetypes
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

_TEXT = ("text/", "application/xml", "application/json")


class FolderServer(ThreadingHTTPServer):
    """Answers GET and HEAD from `folder` on a free port of 127.0.0.1, or on `port`.

    `{{BASE}}` in text files stands for the server's own address.
    """

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, handler: type[FolderHandler] | None = None) -> None:
        super().__init__(("127.0.0.1", port), handler or FolderHandler)
        self.folder = folder.resolve()
        self.base = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay quiet about visitors that hang up; tell anything else."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class FolderHandler(BaseHTTPRequestHandler):
    """`/x/` is `x/index.html`, `/x` is `x` or `x.html`; ETags answer conditional requests."""

    protocol_version = "HTTP/1.1"
    server: FolderServer
    server_version = "demo"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer."""
        self.respond()

    def do_HEAD(self) -> None:
        """Answer without the body."""
        self.respond()

    def respond(self) -> None:
        """Answer with the file that the path names."""
        path = unquote(urlsplit(self.path).path)
        file = self.file_of(path)
        if file is None and (self.server.folder / path.strip("/") / "index.html").is_file():
            self.send(301, b"", {"Location": urlsplit(self.path).path + "/"})
        elif file is None:
            self.send(404, b"<!doctype html><title>Not found</title><h1>Page not found</h1>", {})
        else:
            self.send(200, *self.read(file))

    def file_of(self, path: str) -> Path | None:
        """The file below the folder that a decoded path names, or None."""
        name = path.lstrip("/") + ("index.html" if path.endswith("/") else "")
        for candidate in (self.server.folder / name, self.server.folder / f"{name}.html"):
            file = candidate.resolve()
            if file.is_file() and file.is_relative_to(self.server.folder):
                return file
        return None

    def read(self, file: Path) -> tuple[bytes, dict[str, str]]:
        """Body and headers of a file."""
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        body = file.read_bytes()
        if kind.startswith(_TEXT):
            body = body.replace(b"{{BASE}}", self.server.base.encode())
            kind += "; charset=utf-8"
        return body, {"Content-Type": kind, "ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"'}

    def send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        """Send one answer; 304 when the visitor has this very version."""
        headers = {"Content-Type": "text/html; charset=utf-8"} | headers
        if status == 200 and headers.get("ETag") and self.headers.get("If-None-Match") == headers["ETag"]:
            status, body = 304, b""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet: the crawler's report tells what was asked for."""


def main() -> None:
    """`python demo/serve.py [FOLDER] [--port N]`: serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Serve a folder of web pages on loopback.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent / "site")
    parser.add_argument("--port", type=int, default=0, help="a free one when left out")
    options = parser.parse_args()
    with FolderServer(options.folder, options.port) as server:
        sys.stderr.write(f"Serving {options.folder} at {server.base} until Ctrl-C\n")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.stderr.write("\n")


if __name__ == "__main__":
    main()
