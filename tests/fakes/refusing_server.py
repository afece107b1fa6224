"""A model's server on this machine that refuses every request with one status, as vendors do."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_SAID = {
    401: ("Incorrect API key provided", "invalid_api_key"),
    404: ("The model does not exist", "model_not_found"),
    429: ("You exceeded your current quota", "insufficient_quota"),
}


@contextmanager
def refusing_server(status: int) -> Iterator[str]:
    """Its base URL."""
    words, code = _SAID[status]
    body = json.dumps({"error": {"message": words, "code": code, "type": code}}).encode()

    class Refusal(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusal)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
