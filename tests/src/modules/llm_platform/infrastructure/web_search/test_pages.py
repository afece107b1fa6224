"""Reading a page of the public web: the checked address is the one that is used, and there is an end to everything."""

import threading
from collections.abc import AsyncIterator, Iterator, Sequence

import httpx2
import pytest

from src.modules.llm_platform.infrastructure.web_search.pages import Limits, PageUnavailable, PublicPages
from src.modules.llm_platform.infrastructure.web_search.public_addresses import PrivateAddress
from tests.servers.search_server import Asked, Reply, SearchServer, serving

PUBLIC = "93.184.215.14"
HTML = {"Content-Type": "text/html; charset=utf-8"}


class Internet(httpx2.AsyncBaseTransport):
    """Whatever is sent to a public address reaches the local server; what was sent is remembered."""

    def __init__(self, server: SearchServer) -> None:
        self.server = server
        self.sent: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self.server.port)
        forwarded = httpx2.Request(request.method, url, headers=request.headers, extensions=request.extensions)
        transport = httpx2.AsyncHTTPTransport()
        response = await transport.handle_async_request(forwarded)
        return httpx2.Response(response.status_code, headers=response.headers, stream=_Closing(response, transport))


class _Closing(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response, transport: httpx2.AsyncHTTPTransport) -> None:
        self.response, self.transport = response, transport

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self.response.aiter_raw():
            yield chunk

    async def aclose(self) -> None:
        await self.response.aclose()
        await self.transport.aclose()


class Names:
    """A resolver that counts, and that may lead elsewhere the second time."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers, self.asked = list(answers), list[str]()

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


@pytest.fixture
def server() -> Iterator[SearchServer]:
    with serving(lambda _: Reply("<p>你好</p>".encode(), headers=HTML)) as local:
        yield local


@pytest.fixture
def internet(server: SearchServer) -> Internet:
    return Internet(server)


def reader(internet: Internet, names: Names | None = None, **limits: float) -> PublicPages:
    return PublicPages(names or Names([PUBLIC]), internet, Limits(**limits))  # type: ignore[arg-type]


async def test_a_page_is_read_as_text(internet: Internet, server: SearchServer) -> None:
    body = (
        "<html><head><title>T</title><style>p{}</style><body><p>First&amp;last <b>bold</b></p><script>x</script><p>二"
    )
    server.answer = lambda _: Reply(body.encode(), headers=HTML)
    assert await reader(internet).fetch("https://example.com/") == "T\nFirst&last bold\n二"


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/html; charset=gb2312", "<p>银行㐀".encode("gb18030")),
        ("text/html", b'<meta charset="gbk"><p>' + "银行㐀".encode("gb18030")),
        ("text/plain", "银行㐀".encode()),
        ("text/plain; charset=no-such-thing", "银行㐀".encode()),
    ],
)
async def test_the_letters_are_those_of_the_page(
    internet: Internet, server: SearchServer, content_type: str, body: bytes
) -> None:
    server.answer = lambda _: Reply(body, headers={"Content-Type": content_type})
    assert await reader(internet).fetch("https://example.com/") == "银行㐀"


async def test_the_connection_goes_to_the_checked_address_under_the_name_that_was_asked_for(internet: Internet) -> None:
    names = Names([PUBLIC], ["127.0.0.1"])
    await reader(internet, names).fetch("https://news.example.com/a?b=1")
    (sent,) = internet.sent
    assert str(sent.url) == f"https://{PUBLIC}/a?b=1"
    assert sent.headers["host"] == "news.example.com"
    assert sent.extensions["sni_hostname"] == "news.example.com"
    assert names.asked == ["news.example.com"]


async def test_an_ipv4_address_is_taken_before_an_ipv6_one(internet: Internet) -> None:
    await reader(internet, Names(["2606:4700:4700::1111", PUBLIC])).fetch("http://example.com/")
    await reader(internet, Names(["2606:4700:4700::1111"])).fetch("http://example.com/")
    assert [sent.url.host for sent in internet.sent] == [PUBLIC, "2606:4700:4700::1111"]


async def test_no_cookie_and_no_key_is_sent_even_after_a_page_set_one(internet: Internet, server: SearchServer) -> None:
    server.trouble = [Reply(b"", 302, {"Location": "/next", "Set-Cookie": "a=b"})]
    await reader(internet).fetch("http://example.com/")
    assert [asked.path for asked in server.asked] == ["/", "/next"]
    for asked in server.asked:
        assert not {"cookie", "authorization", "referer"} & set(asked.headers)


@pytest.mark.parametrize(
    "location",
    ["http://127.0.0.1/", "//localhost/", "http://[::1]/", "file:///etc/passwd", "http://10.0.0.1/", "http://0x7f.1/",
     "https://user@example.com/", "http://169.254.169.254/latest/"],
)  # fmt: skip
async def test_a_redirect_inwards_is_not_followed(internet: Internet, server: SearchServer, location: str) -> None:
    server.trouble = [Reply(b"", 302, {"Location": location})]
    with pytest.raises(PrivateAddress):
        await reader(internet).fetch("http://example.com/")
    assert len(server.asked) == 1


async def test_a_redirect_to_a_name_that_leads_inwards_is_not_followed(
    internet: Internet, server: SearchServer
) -> None:
    server.trouble = [Reply(b"", 307, {"Location": "https://example.com/again"})]
    with pytest.raises(PrivateAddress):
        await reader(internet, Names([PUBLIC], ["192.168.0.9"])).fetch("http://example.com/")
    assert len(server.asked) == 1


async def test_a_page_may_send_its_reader_on_five_times_and_no_more(internet: Internet, server: SearchServer) -> None:
    server.trouble = [Reply(b"", 301, {"Location": f"/{number}"}) for number in range(5)]
    assert await reader(internet).fetch("http://example.com/") == "你好"
    server.answer = lambda _: Reply(b"", 301, {"Location": "/"})
    with pytest.raises(PageUnavailable, match="more than 5 times"):
        await reader(internet).fetch("http://example.com/")


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b"x" * 2000, headers=HTML), "larger than 1000 bytes"),
        (Reply(b"x", headers={"Content-Type": "application/octet-stream"}), "not plain text"),
        (Reply(b"x", headers={"Content-Type": "image/png"}), "not plain text"),
        (Reply(b"x", headers={}), "not plain text"),
        (Reply(b"x", headers={**HTML, "Content-Encoding": "gzip"}), "not plain text"),
        (Reply(b"x", 404, HTML), "status 404"),
        (Reply(b"x", 302, HTML), "status 302"),
    ],
)
async def test_what_cannot_be_read_is_said_so(
    internet: Internet, server: SearchServer, reply: Reply, words: str
) -> None:
    server.trouble = [reply]
    with pytest.raises(PageUnavailable, match=words):
        await reader(internet, most_bytes=1000).fetch("http://example.com/")


async def test_a_page_that_does_not_come_is_given_up(internet: Internet, server: SearchServer) -> None:
    server.hold = threading.Event()
    with pytest.raises(PageUnavailable, match=r"within 0\.2 seconds"):
        await reader(internet, seconds=0.2).fetch("http://example.com/")
    server.hold.set()


async def test_a_name_that_cannot_be_resolved_is_unavailable(internet: Internet) -> None:
    async def nobody(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    with pytest.raises(PageUnavailable, match="cannot be resolved"):
        await PublicPages(nobody, internet).fetch("http://nowhere.example.com/")


async def test_a_server_that_breaks_off_is_unavailable() -> None:
    def broken(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    with pytest.raises(PageUnavailable, match="ConnectError"):
        await PublicPages(Names([PUBLIC]), httpx2.MockTransport(broken)).fetch("http://example.com/")


async def test_the_systems_own_resolver_finds_this_machine_and_it_is_left_alone(server: SearchServer) -> None:
    pages = PublicPages(limits=Limits(ports=frozenset({server.port})))
    with pytest.raises(PrivateAddress):
        await pages.fetch(f"http://127.0.0.1:{server.port}/")
    assert list[Asked]() == server.asked
