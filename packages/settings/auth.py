"""Who may use the desk: the one local owner without a password, or accounts with one."""

from enum import StrEnum

from pydantic import Field

from packages.settings.base import EnvironmentSettings, WrongSetting
from packages.settings.server import is_loopback


class AuthMode(StrEnum):
    """How a request without a token is taken: as the local owner, or as nobody."""

    LOCAL = "local"
    PASSWORD = "password"  # noqa: S105 - the name of a mode


class AuthSettings(EnvironmentSettings):
    """`PARLEY_AUTH_MODE` (default: local on loopback, password elsewhere) and the life of tokens."""

    auth_mode: AuthMode | None = None
    access_token_minutes: int = Field(default=15, ge=1, le=24 * 60)
    refresh_token_days: int = Field(default=30, ge=1, le=365)

    def mode_on(self, host: str) -> AuthMode:
        """The mode for a desk that listens on `host`; local mode on a public address is refused."""
        if self.auth_mode is None:
            return AuthMode.LOCAL if is_loopback(host) else AuthMode.PASSWORD
        if self.auth_mode is AuthMode.LOCAL and not is_loopback(host):
            raise WrongSetting("desk.local_mode_on_network", host=host)
        return self.auth_mode
