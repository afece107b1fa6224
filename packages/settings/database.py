"""Which database: a file of the desk's own by default, PostgreSQL by one URL."""

from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr, field_validator

from packages.core.messages import Sentence, message
from packages.settings.base import EnvironmentSettings

_SQLITE = ("sqlite", "sqlite+aiosqlite")
_POSTGRES = ("postgresql", "postgresql+asyncpg", "postgresql+psycopg", "postgres")


class DatabaseSettings(EnvironmentSettings):
    """`PARLEY_DATABASE_URL`; empty means the file in `PARLEY_HOME`."""

    database_url: SecretStr | None = None

    @field_validator("database_url")
    @classmethod
    def _known_kind(cls, url: SecretStr | None) -> SecretStr | None:
        if url is None:
            return None
        scheme, separator, rest = url.get_secret_value().partition("://")
        if not separator or scheme not in _SQLITE + _POSTGRES:
            raise ValueError(Sentence(message("settings.database_kind")))
        if scheme in _SQLITE and not rest.startswith("/"):
            raise ValueError(Sentence(message("settings.database_slashes")))
        if scheme in _SQLITE and rest.partition("?")[0] in ("/", "/:memory:"):
            raise ValueError(Sentence(message("settings.database_in_memory")))
        return url

    def url(self, default_file: Path) -> "DatabaseUrl":
        """The database to use, given the file that stands in when nothing is set."""
        if self.database_url is None:
            return DatabaseUrl(f"sqlite:///{default_file}")
        return DatabaseUrl(self.database_url.get_secret_value())


class DatabaseUrl:
    """A database address, in the spelling of each driver that needs it; prints without the password."""

    def __init__(self, text: str) -> None:
        scheme, _, self._rest = text.partition("://")
        self.is_sqlite = scheme in _SQLITE

    @property
    def for_async(self) -> str:
        return f"sqlite+aiosqlite://{self._rest}" if self.is_sqlite else f"postgresql+asyncpg://{self._rest}"

    @property
    def for_psycopg(self) -> str:
        """PostgreSQL as SQLAlchemy's psycopg driver wants it."""
        return f"postgresql+psycopg://{self._rest}"

    @property
    def file(self) -> Path | None:
        """The SQLite file, or None for PostgreSQL."""
        return Path(self._rest.partition("?")[0].removeprefix("/")) if self.is_sqlite else None

    def __str__(self) -> str:
        if self.is_sqlite:
            return f"sqlite://{self._rest}"
        parts = urlsplit(f"postgresql://{self._rest}")
        return f"postgresql://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"

    __repr__ = __str__
