"""Where the desk listens, and how it is reached from outside."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from packages.settings.base import EnvironmentSettings


class ServerSettings(EnvironmentSettings):
    """`PARLEY_HOST`, `PARLEY_PORT`, `PARLEY_PUBLIC_URL`, `PARLEY_MAX_BODY_BYTES`."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    public_url: str | None = None
    max_body_bytes: int = Field(default=2_000_000, ge=1_000)

    @field_validator("public_url")
    @classmethod
    def _web_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("write it as https://desk.example.org")
        return url.rstrip("/")

    @property
    def base_url(self) -> str:
        """The address that others are told: the public one, or where the desk listens."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url or f"http://{host}:{self.port}"


def is_loopback(host: str) -> bool:
    """Whether a host or an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
