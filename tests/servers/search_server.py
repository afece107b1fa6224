"""A small HTTP server on this machine that answers as Tavily and Bocha document it, or as badly as a test needs."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BEIJING = timezone(timedelta(hours=8))


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of the made-up web. `published_at` None: it has no date."""

    title: str
    text: str
    url: str
    published_at: datetime | None = None
    symbol: str | None = None

    def mentions(self, question: str) -> bool:
        return any(word.lower() in f"{self.title} {self.text}".lower() for word in question.split())


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any = None


@dataclass(frozen=True)
class Reply:
    """Anything but bytes is sent as JSON."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body, ensure_ascii=False).encode()


@dataclass
class SearchServer:
    """`trouble` is answered first, one for each request; with a `hold`, nothing is answered before it is freed."""

    answer: Callable[[Asked], Reply]
    url: str = ""
    port: int = 0
    trouble: list[Reply] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    hold: threading.Event | None = None
    heard: threading.Event = field(default_factory=threading.Event)

    def reply_to(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        self.heard.set()
        if self.hold is not None:
            self.hold.wait(10)
        return self.trouble.pop(0) if self.trouble else self.answer(asked)


def tavily_answer(pages: list[Page]) -> Callable[[Asked], Reply]:
    """Finds what mentions any word; leaves every other rule to whoever asks."""

    def answer(asked: Asked) -> Reply:
        found = [page for page in pages if page.mentions(asked.body["query"])]
        results = [
            {
                "title": page.title,
                "url": page.url,
                "content": page.text,
                "score": 0.9,
                "raw_content": None,
                **({} if page.published_at is None else {"published_date": _rfc_2822(page.published_at)}),
            }
            for page in found[: asked.body["max_results"]]
        ]
        return Reply({"query": asked.body["query"], "answer": None, "images": [], "results": results})

    return answer


def bocha_answer(pages: list[Page]) -> Callable[[Asked], Reply]:
    """Finds what mentions any word; leaves every other rule to whoever asks."""

    def answer(asked: Asked) -> Reply:
        found = [page for page in pages if page.mentions(asked.body["query"])]
        value = [
            {
                "id": f"https://api.bochaai.com/v1/#WebPages.{number}",
                "name": page.title,
                "url": page.url,
                "displayUrl": page.url,
                "snippet": page.text[:20],
                "summary": page.text,
                "siteName": "",
                "datePublished": None
                if page.published_at is None
                else page.published_at.astimezone(BEIJING).isoformat(),
                "language": None,
            }
            for number, page in enumerate(found[: asked.body["count"]])
        ]
        data = {"_type": "SearchResponse", "webPages": {"totalEstimatedMatches": len(value), "value": value}}
        return Reply({"code": 200, "log_id": "d71841ad20095f61", "msg": None, "data": data})

    return answer


@contextmanager
def serving(answer: Callable[[Asked], Reply]) -> Iterator[SearchServer]:
    local = SearchServer(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._reply(None)

        def do_POST(self) -> None:
            self._reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def log_message(self, *args: Any) -> None:
            """A test says nothing."""

        def _reply(self, body: Any) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = local.reply_to(Asked(self.command, self.path, headers, body))
            content = reply.encoded()
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(content)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: Any) -> None:
            """A client that went away is no news."""

    with Quiet(("127.0.0.1", 0), Handler) as server:
        local.port = server.server_port
        local.url = f"http://127.0.0.1:{local.port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
        thread.start()
        try:
            yield local
        finally:
            if local.hold is not None:
                local.hold.set()
            server.shutdown()
            thread.join()


def _rfc_2822(at: datetime) -> str:
    return format_datetime(at.astimezone(UTC), usegmt=True)
