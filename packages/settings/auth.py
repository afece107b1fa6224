"""Who may use the desk: the one local owner without a password, or accounts with one."""

from enum import StrEnum

from pydantic import Field

from packages.settings.base import EnvironmentSettings, WrongSetting
from packages.settings.server import ServerSettings, is_loopback


class AuthMode(StrEnum):
    """How a request without a token is taken: as the local owner, or as nobody."""

    LOCAL = "local"
    PASSWORD = "password"  # noqa: S105 - the name of a mode


class AuthSettings(EnvironmentSettings):
    """`PARLEY_AUTH_MODE` (default: local on loopback, password elsewhere) and the life of tokens."""

    auth_mode: AuthMode | None = None
    access_token_minutes: int = Field(default=15, ge=1, le=24 * 60)
    refresh_token_days: int = Field(default=30, ge=1, le=365)

    def mode_at(self, server: ServerSettings) -> AuthMode:
        """The mode for a server at these addresses; local mode where others can reach it is refused."""
        mode = self.auth_mode or (AuthMode.LOCAL if is_loopback(server.host) else AuthMode.PASSWORD)
        if mode is AuthMode.LOCAL and not is_loopback(server.host):
            raise WrongSetting("settings.local_mode_on_public_host", host=server.host)
        if mode is AuthMode.LOCAL and server.is_public:
            raise WrongSetting("settings.local_mode_behind_public_url", url=server.base_url)
        return mode
