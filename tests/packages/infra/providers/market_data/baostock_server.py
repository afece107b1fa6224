"""Baostock as its client speaks: a line for a request, `version, type, length` before an answer, prices compressed."""

import json
import socketserver
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_RECORDED = Path(__file__).parent / "recorded" / "baostock"
_SPLIT = "\x01"
_VERSION = "00.9.40"
_LOGIN = "00"
_PRICES = "95"

Fields = list[str]
Records = list[list[str]]


@dataclass
class LocalBaostock:
    """`tables`, `failure`, `hang_up_at` and `delay` can be changed while the server runs."""

    port: int = 0
    delay: float = 0.0
    failure: tuple[str, str, str] | None = None  # (function, error code, sentence)
    hang_up_at: str = ""
    tables: Callable[[str, list[str]], tuple[Fields, Records]] = field(
        default=lambda name, words: recorded(name, words)
    )
    asked: list[list[str]] = field(default_factory=list)


def table(name: str) -> tuple[Fields, Records]:
    told: dict[str, Any] = json.loads((_RECORDED / f"{name}.json").read_text())
    return told["fields"], told["record"]


def recorded(name: str, words: list[str]) -> tuple[Fields, Records]:
    """The recorded rows that the words of the request ask for; words are function, user, page, per page, then more."""
    code = words[4]
    if name == "query_history_k_data_plus":
        return _prices(code, wanted=words[5].split(","), first=words[6], last=words[7], frequency=words[8])
    fields, rows = table(name)
    if name == "query_stock_basic":
        return fields, [row for row in rows if (row[0] == code if code else words[5] in row[1])]
    rows = [row for row in rows if code in row]
    if name == "query_dividend_data":
        return fields, [row for row in rows if row[fields.index("dividOperateDate")].startswith(words[5])]
    if name != "query_stock_industry":
        period = f"{words[5]}-{int(words[6]) * 3:02}"
        return fields, [row for row in rows if row[fields.index("statDate")].startswith(period)]
    return fields, rows


def _prices(code: str, wanted: Fields, first: str, last: str, frequency: str) -> tuple[Fields, Records]:
    fields, rows = table(f"query_history_k_data_plus.{frequency}")
    cells = [dict(zip(fields, row, strict=True)) for row in rows]
    return wanted, [
        [row[name] for name in wanted] for row in cells if row["code"] == code and first <= row["date"] <= last
    ]


def _body(server: LocalBaostock, kind: str, words: list[str]) -> str:
    name = words[0]
    if server.failure and server.failure[0] == name:
        return _SPLIT.join(server.failure[1:])
    if kind == _LOGIN or name == "logout":
        return _SPLIT.join(["0", "success", name, words[1]])
    fields, rows = server.tables(name, words)
    page, size = int(words[2]), int(words[3])
    data = json.dumps({"record": rows[(page - 1) * size : page * size]}, ensure_ascii=False)
    names = ",".join(fields)
    head = ["0", "success", name, words[1], words[2], words[3], data, words[4]]
    tail = {"95": [names, *words[6:10]], "45": [words[5], names], "59": [words[5], names]}
    return _SPLIT.join(head + tail.get(kind, [words[5], words[6] if len(words) > 6 else "", names]))


def _framed(kind: str, body: str) -> bytes:
    answer_kind = f"{int(kind) + 1:02}"
    content = body.encode()
    # The client drops the last character of what it unpacks, and whatever follows the last separator otherwise.
    packed = zlib.compress(content + b"\n") if kind == _PRICES else content + f"{_SPLIT}{zlib.crc32(content)}".encode()
    return f"{_VERSION}{_SPLIT}{answer_kind}{_SPLIT}{len(packed):010}".encode() + packed + b"<![CDATA[]]>\n"


@contextmanager
def serving_baostock() -> Iterator[LocalBaostock]:
    local = LocalBaostock()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            for line in self.rfile:
                text = line.decode().rstrip("\n")
                kind, words = text[:21].split(_SPLIT)[1], text[21:].split(_SPLIT)[:-1]
                local.asked.append(words)
                time.sleep(local.delay)
                if local.hang_up_at == words[0]:
                    return
                self.wfile.write(_framed(kind, _body(local, kind, words)))

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

    with Server(("127.0.0.1", 0), Handler) as server:
        local.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield local
        server.shutdown()
        thread.join()
