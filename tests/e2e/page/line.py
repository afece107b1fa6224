"""A line between the browser and a server that can be cut and mended: what a browser calls offline leaves open streams
open, and this does not."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread

_CHUNK = 65_536
_PATIENCE = 10  # seconds for the server behind it to take a connection


class Line:
    """Listens at `address` and passes on to `port`; while it is cut, who comes is turned away."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = Lock()
        self._ends: set[socket.socket] = set()
        self._is_cut = False
        Thread(target=self._listen, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            for end in self._ends:
                _shut(end)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        _shut(self._listener)
        self._listener.close()

    def _listen(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._is_cut:
                    browser.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._port), _PATIENCE)
                server.settimeout(None)
                self._ends |= {browser, server}
            for source, target in ((browser, server), (server, browser)):
                Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(_CHUNK):
                target.sendall(chunk)
        with self._lock:
            for end in (source, target):
                _shut(end)
            self._ends.discard(source)
        source.close()


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(address: str) -> Iterator[Line]:
    line = Line(int(address.rsplit(":", 1)[1]))
    yield line
    line.close()
