"""Which protocol a server was found to speak, kept across restarts."""

import json
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import fingerprint


class Spoken(StrEnum):
    """What a server is asked in. `ONLY_RESPONSES`: it has no chat completions, so whatever it makes of Responses is
    the best that it can do."""

    RESPONSES = "responses"
    CHAT = "chat_completions"
    ONLY_RESPONSES = "only_responses"


class ProtocolMemory(Protocol):
    """Remembers by server and model, whoever asks."""

    def recall(self, config: ModelConfig) -> Spoken | None: ...

    def remember(self, config: ModelConfig, spoken: Spoken) -> None: ...


class KnownProtocols:
    """In a small file, or without a path as long as the process lives. What the file holds is found out again when it
    is lost, so nobody is told of a file that cannot be read or written."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, str] | None = None

    def recall(self, config: ModelConfig) -> Spoken | None:
        with suppress(ValueError):
            return Spoken(self._all().get(_server(config), ""))
        return None

    def remember(self, config: ModelConfig, spoken: Spoken) -> None:
        known = self._all()
        if known.get(_server(config)) == spoken:
            return
        known[_server(config)] = spoken.value
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                draft = self._path.with_suffix(".new")
                draft.write_text(json.dumps(known))
                draft.replace(self._path)

    def _all(self) -> dict[str, str]:
        if self._known is None:
            self._known = _read(self._path) if self._path is not None else {}
        return self._known


def _read(path: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        told = json.loads(path.read_text())
        if isinstance(told, dict):
            return {str(server): str(spoken) for server, spoken in told.items()}
    return {}


def _server(config: ModelConfig) -> str:
    """Hashed, because an address may hold a password."""
    return fingerprint([config.base_url, config.model])
