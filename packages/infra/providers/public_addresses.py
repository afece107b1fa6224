"""Which addresses belong to the public internet: search results and the servers of guests lead nowhere else."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

PUBLIC_PORTS = frozenset({80, 443, 8080, 8443})
_LONGEST_URL = 2048
_LONGEST_NAME = 253
_DEFAULT_PORTS = {"http": 80, "https": 443}
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Names that stand for a machine or a network of one's own, or never resolve on the public web.
_INNER_NAMES = frozenset(
    {"localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private"}
    | {"arpa", "onion", "test", "invalid", "consul"}
)
# `is_global` of the standard library does not know all of these: tunnels into IPv4, relays, a cloud's metadata.
_NOT_PUBLIC = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15",
        "240.0.0.0/4", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10",
    )
)  # fmt: skip


def public_http_url(url: str) -> bool:
    """Whether it is a plain http(s) address of a public name or number. It says nothing about what a name resolves
    to."""
    if len(url) > _LONGEST_URL or "\\" in url or any(ord(each) <= 32 or ord(each) == 127 for each in url):
        return False
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme not in _DEFAULT_PORTS or "@" in parts.netloc or "%" in parts.netloc:
        return False
    port = _DEFAULT_PORTS[parts.scheme] if port is None else port
    return port in PUBLIC_PORTS and _is_public_host(host, "[" in parts.netloc)


def is_public_address(address: IPv4Address | IPv6Address) -> bool:
    """Whether a machine on the public internet can have this address."""
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    return not any(address.version == network.version and address in network for network in _NOT_PUBLIC)


def _is_public_host(written: str, in_brackets: bool) -> bool:
    try:
        # Also folds full-width digits and foreign dots, in which a number may hide.
        host = written if in_brackets else written.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        return False
    labels = host.split(".")
    # 2130706433, 0177.1 and 0x7f.1 are addresses to many resolvers: only the plain notation is taken.
    if in_brackets or _NUMBER.fullmatch(labels[-1]):
        try:
            return is_public_address(ip_address(host))
        except ValueError:
            return False
    if len(host) > _LONGEST_NAME or len(labels) < 2 or not all(_LABEL.fullmatch(label) for label in labels):
        return False
    return labels[-1] not in _INNER_NAMES
