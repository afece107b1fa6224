"""A small HTTP server on this machine that speaks as a broker does, with the bad moments that a test asks for."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Asked:
    """`query` has one value a name; of a form in the body too. `raw` is the same, as it was written."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any = None
    raw: str = ""


@dataclass(frozen=True)
class Reply:
    """A text is sent as it is, anything else as JSON; None is an empty body."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        if self.body is None:
            return b""
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass(frozen=True)
class Trouble:
    """What happens to one request whose line (`POST /v2/orders`) contains `to`: it is done first or not, then answered
    with `reply`, or cut off (None), or never answered (`hangs`)."""

    to: str
    reply: Reply | None = None
    is_done: bool = False
    hangs: bool = False


class BrokerHttp:
    """`answer` does what is asked; `troubles` come first, each once."""

    def __init__(self, answer: Callable[[Asked], Reply]) -> None:
        self.url = ""
        self.asked: list[Asked] = []
        self.troubles: list[Trouble] = []
        self.over = threading.Event()
        self._answer = answer
        self._turn = threading.Lock()

    def reply_to(self, asked: Asked) -> Reply | None:
        with self._turn:
            self.asked.append(asked)
            line = f"{asked.method} {asked.path}"
            trouble = next((each for each in self.troubles if each.to in line), None)
            if trouble is None:
                return self._answer(asked)
            self.troubles.remove(trouble)
            if trouble.is_done:
                self._answer(asked)
        if trouble.hangs:
            self.over.wait(10)
            return None
        return trouble.reply

    def lines(self) -> list[str]:
        return [f"{asked.method} {asked.path}" for asked in self.asked]


@contextmanager
def serving(answer: Callable[[Asked], Reply]) -> Iterator[BrokerHttp]:
    local = BrokerHttp(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            reply = local.reply_to(_asked(self.command, self.path, dict(self.headers), self.rfile.read(length)))
            self.close_connection = True
            if reply is None:
                return
            content = reply.encoded()
            self.send_response(reply.status)
            told = {"Content-Type": "application/json", "Content-Length": str(len(content)), "Connection": "close"}
            for name, value in {**told, **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def do_GET(self) -> None:
            self._any()

        def do_POST(self) -> None:
            self._any()

        def do_DELETE(self) -> None:
            self._any()

        def log_message(self, *args: Any) -> None:
            """A test says nothing."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: Any) -> None:
            """A client that went away is no news."""

    with Quiet(("127.0.0.1", 0), Handler) as server:
        local.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
        thread.start()
        try:
            yield local
        finally:
            local.over.set()
            server.shutdown()
            thread.join()


def _asked(method: str, path: str, headers: dict[str, str], content: bytes) -> Asked:
    address = urlsplit(path)
    lowered = {name.lower(): value for name, value in headers.items()}
    query, body = address.query, None
    if content and "json" in lowered.get("content-type", ""):
        body = json.loads(content)
    elif content:
        query = "&".join(part for part in (query, content.decode()) if part)
    told = {name: values[0] for name, values in parse_qs(query).items()}
    return Asked(method, address.path, told, lowered, body, query)
