"""A small HTTP server on this machine that speaks as a vendor does, for the vendor's real client library to talk to."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

RECORDED = Path(__file__).parent / "recorded"


def recorded(name: str) -> Any:
    return json.loads((RECORDED / name).read_text())


@dataclass(frozen=True)
class Asked:
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Reply:
    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


@dataclass
class LocalApi:
    """`answers` maps a request to a reply; `trouble` replies first, one for each request; `delay` in seconds."""

    answers: Callable[[Asked], Reply]
    url: str = ""
    delay: float = 0.0
    trouble: list[Reply] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    def slow_down(self, seconds: float) -> None:
        self.delay = seconds

    def reply_to(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        time.sleep(self.delay)
        return self.trouble.pop(0) if self.trouble else self.answers(asked)


@contextmanager
def serving(answers: Callable[[Asked], Reply]) -> Iterator[LocalApi]:
    api = LocalApi(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            self._send(api.reply_to(Asked(parts.path, query, dict(self.headers))))

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.do_GET()

        def _send(self, reply: Reply) -> None:
            body = reply.encoded()
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(body)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """A test says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    api.url = f"http://127.0.0.1:{server.server_port}"
    # The default looks for the end only twice a second, which every test would wait for.
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
