"""One door out: every HTTP client of the product is opened in one module, which checks where it leads."""

from tests.house.source import calls, modules, name_of

DOOR = "packages/infra/providers/outbound.py"
OPENS = frozenset({"AsyncClient", "Client", "ClientSession", "urlopen", "AsyncHTTPTransport", "HTTPTransport"})
LIBRARIES = frozenset({"httpx2", "httpx", "aiohttp", "requests", "urllib", "http"})


def test_nobody_else_opens_an_http_client() -> None:
    assert _opened(DOOR), "the clients of the door are not found any more"
    elsewhere = {path: found for path in modules() if path != DOOR and (found := _opened(path))}
    assert elsewhere == {}


def _opened(path: str) -> list[int]:
    """The lines on which a client of one of the libraries is made."""
    return [
        call.lineno for call in calls(modules()[path]) if name_of(call.func) in OPENS and LIBRARIES & _names(call.func)
    ]


def _names(node: object) -> set[str]:
    found = set()
    while (inner := getattr(node, "value", None)) is not None:
        node = inner
    if (name := getattr(node, "id", None)) is not None:
        found.add(name)
    return found
