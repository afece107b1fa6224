"""What is counted and timed, in Prometheus's words; one registry per app, so tests do not meet each other."""

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest


class Metrics:
    """The desk's own figures."""

    content_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "parley_http_requests",
            "HTTP requests answered.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "parley_http_request_seconds",
            "Time until the response ended.",
            ["route"],
            registry=self._registry,
        )

    def request_ended(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def render(self) -> bytes:
        return generate_latest(self._registry)
