"""A small HTTP server on this machine that answers as a vendor would, or as badly as a test needs."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Reply:
    """What the server says: a body (anything but text or bytes becomes JSON) and a status."""

    body: Any
    status: int = 200

    def encoded(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body, ensure_ascii=False)).encode()


@dataclass
class Question:
    """What was asked: the path, the query (one value a name) and the body as JSON, if there was one."""

    path: str
    query: dict[str, str]
    body: Any = None


@dataclass
class LocalHttp:
    """`answer` can be replaced, and `delay` set, while the server runs."""

    answer: Callable[[Question], Reply]
    url: str = ""
    delay: float = 0.0
    asked: list[Question] = field(default_factory=list)

    def reply_to(self, question: Question) -> Reply:
        self.asked.append(question)
        time.sleep(self.delay)
        return self.answer(question)


@contextmanager
def serving(answer: Callable[[Question], Reply]) -> Iterator[LocalHttp]:
    local = LocalHttp(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply(None)

        def do_POST(self) -> None:
            self._reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
            return

        def _reply(self, body: Any) -> None:
            address = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(address.query, keep_blank_values=True).items()}
            reply = local.reply_to(Question(address.path, query, body))
            content = reply.encoded()
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        local.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield local
        server.shutdown()
        thread.join()


def closed_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
