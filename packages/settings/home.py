"""Where all local state lives, and the few paths inside it."""

from pathlib import Path

import platformdirs
from pydantic import Field, field_validator

from packages.core.messages import Sentence, message
from packages.settings.base import EnvironmentSettings


class HomeSettings(EnvironmentSettings):
    """`PARLEY_HOME`: one folder for the database, keys, data and logs."""

    home: Path = Field(default_factory=lambda: Path(platformdirs.user_data_dir("parley", appauthor=False)))

    @field_validator("home")
    @classmethod
    def _absolute(cls, home: Path) -> Path:
        home = home.expanduser().absolute()
        if home.exists() and not home.is_dir():
            raise ValueError(Sentence(message("settings.home_is_file", path=home)))
        return home

    @property
    def database_file(self) -> Path:
        return self.home / "parley.sqlite"

    @property
    def jobs_file(self) -> Path:
        # Not the product's own file: two builds of SQLite in one process must not open the same file.
        return self.home / "jobs.sqlite"

    @property
    def demo_mark(self) -> Path:
        """When the demo market was last brought up to date."""
        return self.home / "demo-market"

    @property
    def bars(self) -> Path:
        return self.home / "bars"

    @property
    def call_heads(self) -> Path:
        return self.home / "call-book-heads.jsonl"

    @property
    def keys(self) -> Path:
        return self.home / "keys"

    @property
    def locks(self) -> Path:
        return self.home / "locks"
