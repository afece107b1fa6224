"""Only plain addresses of the public web pass; nothing leads into one's own network, in whatever notation."""

from ipaddress import ip_address

import pytest

from packages.infra.providers.public_addresses import is_public_address, public_http_url
from tests.folding import each

# `{port}` is a port that public servers use.
INWARD = [
    "http://127.0.0.1:{port}/", "http://127.1:{port}/", "http://127.0.1:{port}/", "http://127.255.255.254:{port}/",
    "http://2130706433:{port}/", "http://017700000001:{port}/", "http://0177.0.0.1:{port}/", "http://0177.1:{port}/",
    "http://0x7f.0.0.1:{port}/", "http://0x7f.1:{port}/", "http://0x7f000001:{port}/", "http://0X7F000001:{port}/",
    "http://127.0.0.0x1:{port}/", "http://127.0.0.01:{port}/", "http://00000127.0.0.1:{port}/", "http://0:{port}/",
    "http://0.0.0.0:{port}/", "http://0x0:{port}/", "http://127.0.0.1.:{port}/", "http://4294967297:{port}/",
    "http://[::1]:{port}/", "http://[::]:{port}/", "http://[0:0:0:0:0:0:0:1]:{port}/", "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/", "http://[::127.0.0.1]:{port}/", "http://[64:ff9b::7f00:1]:{port}/",
    "http://[2002:7f00:1::]:{port}/", "http://[::1%25lo]:{port}/", "http://[fe80::1%25eth0]:{port}/",
    "http://[fe80::1]:{port}/", "http://[fc00::1]:{port}/", "http://[fd12::1]:{port}/", "http://[ff02::1]:{port}/",
    "http://[::ffff:0:127.0.0.1]:{port}/", "http://[2001:0:7f00:1::]:{port}/", "http://[v1.x]:{port}/", "http://[::1:{port}/",
    "http://localhost:{port}/", "http://LOCALHOST:{port}/", "http://localhost.:{port}/", "http://a.localhost:{port}/",
    "http://localhost.localdomain:{port}/", "http://printer.local:{port}/", "http://metadata.google.internal:{port}/",
    "http://router.lan:{port}/", "http://nas.home.arpa:{port}/", "http://intranet:{port}/", "http://x.intranet:{port}/",
    "http://１２７.０.０.１:{port}/", "http://127。0。0。1:{port}/", "http://①②⑦.0.0.1:{port}/", "http://ⓛocalhost:{port}/",
    "http://ｌｏｃａｌｈｏｓｔ:{port}/", "http://127.0.0.1%00.example.com:{port}/", "http://%31%32%37.0.0.1:{port}/",
    "http://user@127.0.0.1:{port}/", "http://example.com@127.0.0.1:{port}/", "http://example.com:80@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}@example.com/", "http://127.0.0.1:{port}#@example.com/", "http://127.0.0.1:{port}\\@example.com/",
    "http:\\\\127.0.0.1:{port}/", "http:/\\127.0.0.1:{port}/", " http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/\r\nX: y",
    "ht\ttp://127.0.0.1:{port}/", "http://127.0.0.1\t:{port}/", "http:127.0.0.1:{port}/", "//127.0.0.1:{port}/",
    "127.0.0.1:{port}/", "file:///etc/passwd", "ftp://127.0.0.1:{port}/", "gopher://127.0.0.1:{port}/_x",
    "dict://127.0.0.1:{port}/", "javascript:alert(1)", "data:text/html,x", "ws://127.0.0.1:{port}/", "http://",
    "http:///", "http://:{port}/", "", "http://.:{port}/", "http://..:{port}/", "http://a..b:{port}/",
    "http://169.254.169.254/latest/meta-data/", "http://169.254.170.2/", "http://100.100.100.200/", "http://168.63.129.16/",
    "http://192.0.0.192/", "http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.1.1/",
    "http://198.18.0.1/", "http://203.0.113.9/", "http://224.0.0.1/", "http://240.0.0.1/", "http://255.255.255.255/",
    "http://example.com:22/", "http://example.com:6379/", "http://example.com:0/", "http://example.com:99999/",
    "http://example.com:-1/", "http://-x.example.com/", "http://" + "a" * 64 + ".com/", "http://x.com/" + "a" * 3000,
]  # fmt: skip


@each("url", INWARD)
def test_an_address_that_leads_inwards_is_no_result(url: str) -> None:
    assert not public_http_url(url.format(port=8080))


@pytest.mark.parametrize(
    "url",
    ["https://example.com", "http://www.example.com:8080/a?b=c#d", "https://93.184.215.14/", "https://例子.中国/新闻",
     "https://[2606:4700:4700::1111]/", "HTTPS://EXAMPLE.COM/", "https://sub_domain.example.co.uk/~x/%E4%B8%AD"],
)  # fmt: skip
def test_the_public_web_passes(url: str) -> None:
    assert public_http_url(url)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "223.5.5.5"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public_address(ip_address(address))
