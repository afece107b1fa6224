"""Where the server listens, how it is reached from outside, and how it logs."""

import re
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from packages.core.messages import Sentence, message
from packages.settings.base import EnvironmentSettings


class ServerSettings(EnvironmentSettings):
    """`PARLEY_HOST`, `PARLEY_PORT`, `PARLEY_PUBLIC_URL`, `PARLEY_MAX_BODY_BYTES`; `PARLEY_TRUSTED_PROXIES` are the
    addresses or networks, with commas, whose `X-Forwarded-For` is believed; empty: nobody's."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    public_url: str | None = None
    trusted_proxies: str = ""
    max_body_bytes: int = Field(default=2_000_000, ge=1_000)

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, listed: str) -> str:
        try:
            return ",".join(str(ip_network(each.strip())) for each in listed.split(",") if each.strip())
        except ValueError:
            raise ValueError(Sentence(message("settings.trusted_proxies"))) from None

    @field_validator("public_url")
    @classmethod
    def _web_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        if not _is_web_address(url):
            raise ValueError(Sentence(message("settings.public_url")))
        return url.rstrip("/")

    @property
    def is_public(self) -> bool:
        """Whether the public address leads here from other machines."""
        return self.public_url is not None and not is_loopback(urlsplit(self.public_url).hostname or "")

    @property
    def base_url(self) -> str:
        """The address that others use: the public one, or where the desk listens."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url or f"http://{host}:{self.port}"


def is_loopback(host: str) -> bool:
    """Whether a host or an address can only be reached from this machine: 127.0.0.0/8, ::1 or localhost.

    Short forms such as `127.1` are not taken for it: programs disagree on them."""
    if host.lower() in ("localhost", "localhost."):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _is_web_address(url: str) -> bool:
    """Scheme, host, port and path only. Browsers read a backslash and blanks otherwise than we do."""
    if re.search(r"[\s\\@?#]", url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an open bracket, or a port that is none
        return False


class LogSettings(EnvironmentSettings):
    """`PARLEY_LOG_LEVEL`, `PARLEY_LOG_FORMAT` (auto: for people on a terminal, JSON elsewhere)."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "console", "json"] = "auto"
