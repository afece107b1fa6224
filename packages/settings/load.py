"""All settings together, read once at start-up by whoever composes a process."""

from dataclasses import dataclass, fields
from typing import Any, cast

from packages.settings.auth import AuthMode, AuthSettings
from packages.settings.base import EnvironmentSettings, read
from packages.settings.data import DataSettings, ImportSettings, VendorSettings
from packages.settings.database import DatabaseSettings, DatabaseUrl
from packages.settings.home import HomeSettings
from packages.settings.llm import LlmSettings
from packages.settings.server import LogSettings, ServerSettings
from packages.settings.work import ChatSettings, JobSettings, ResearchSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """One field per concern."""

    home: HomeSettings
    database: DatabaseSettings
    server: ServerSettings
    auth: AuthSettings
    llm: LlmSettings
    vendors: VendorSettings
    data: DataSettings
    imports: ImportSettings
    logs: LogSettings
    jobs: JobSettings
    research: ResearchSettings
    chat: ChatSettings

    def __post_init__(self) -> None:
        """Settings that would make strangers the owner do not exist, however they were put together."""
        self.auth.mode_at(self.server)

    @property
    def database_url(self) -> DatabaseUrl:
        return self.database.url(self.home.database_file)

    @property
    def auth_mode(self) -> AuthMode:
        return self.auth.mode_at(self.server)


def concerns() -> dict[str, type[EnvironmentSettings]]:
    """The settings class of each concern."""
    return {field.name: cast(type[EnvironmentSettings], field.type) for field in fields(Settings)}


def load_settings() -> Settings:
    """Reads the environment and `.env`; raises `WrongSetting` with a sentence that names what is wrong."""
    values: dict[str, Any] = {name: read(concern) for name, concern in concerns().items()}
    return Settings(**values)
