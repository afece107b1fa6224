"""Prompts in files: versioned Markdown that declares its inputs, and uses these and no others."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

_HEAD = re.compile(r"\A---\nversion: (?P<version>\d+)\ninputs: (?P<inputs>[a-z_, ]*)\n---\n", re.ASCII)
_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")


class BadPrompt(RuntimeError):
    """A prompt file is missing, or its declared inputs are not those that it uses or that there are."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One file, read and checked."""

    version: int
    text: str

    def filled(self, values: Mapping[str, str]) -> str:
        """In one pass: what is filled in may hold braces, and stays as it is."""
        return _PLACE.sub(lambda place: values[place[1]], self.text)


def load_prompt(path: Path, known: AbstractSet[str] | None = None) -> Prompt:
    """`known` are the inputs that can be filled in; None where the caller fills in whatever is declared."""
    if not path.is_file():
        raise BadPrompt(f"The prompt {path} is missing.")
    text = path.read_text(encoding="utf-8")
    head = _HEAD.match(text)
    if head is None:
        raise BadPrompt(f"The prompt {path} does not begin with its version and inputs.")
    body = text[head.end() :].strip()
    declared = {name.strip() for name in head["inputs"].split(",") if name.strip()}
    used = set(_PLACE.findall(body))
    if declared != used or not (known is None or declared <= known):
        raise BadPrompt(f"The prompt {path} declares {sorted(declared)} and uses {sorted(used)}.")
    return Prompt(int(head["version"]), body)
