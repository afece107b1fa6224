"""The agents' prompts: versioned Markdown with declared inputs; a missing file or input fails when an agent is made."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent
_HEAD = re.compile(r"\A---\nversion: \d+\ninputs: (?P<inputs>[a-z_, ]*)\n---\n", re.ASCII)
_HOLE = re.compile(r"\{\{([a-z_]+)\}\}")


class BadPrompt(RuntimeError):
    """A prompt file is missing, or its declared inputs are not those that it uses."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """The system message and the question of one agent."""

    system: str
    user: str

    @classmethod
    def of(cls, agent: str, folder: Path = _FOLDER) -> "Prompts":
        here = folder / agent / "prompts"
        return cls(_read(here / "system.md"), _read(here / "user.md"))

    def filled(self, values: Mapping[str, str]) -> tuple[str, str]:
        """In one pass: what is filled in may hold braces, and stays as it is."""
        system, user = (_HOLE.sub(lambda hole: values[hole[1]], text) for text in (self.system, self.user))
        return system, user


def _read(path: Path) -> str:
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    head = _HEAD.match(text)
    if head is None:
        raise BadPrompt(f"{path} is missing, or does not begin with its version and inputs.")
    body = text[head.end() :].strip()
    declared = {name.strip() for name in head["inputs"].split(",") if name.strip()}
    if declared != set(_HOLE.findall(body)):
        raise BadPrompt(f"{path} declares {sorted(declared)} and uses {sorted(set(_HOLE.findall(body)))}.")
    return body
