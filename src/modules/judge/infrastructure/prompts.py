"""The judge's prompts: versioned Markdown with declared inputs; what is missing fails when the judge is made."""

import re
from collections.abc import Mapping
from pathlib import Path

_FOLDER = Path(__file__).parent / "agents" / "judge" / "prompts"
_HEAD = re.compile(r"\A---\nversion: \d+\ninputs: (?P<inputs>[a-z_, ]*)\n---\n", re.ASCII)
_HOLE = re.compile(r"\{\{([a-z_]+)\}\}")


class BadPrompt(RuntimeError):
    """A prompt file is missing, or its declared inputs are not those that it uses."""


def load_prompt(part: str, folder: Path = _FOLDER) -> str:
    """The text of `system` or `user`, with holes for its inputs."""
    path = folder / f"{part}.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    head = _HEAD.match(text)
    if head is None:
        raise BadPrompt(f"The prompt {part}.md of the judge is missing, or does not begin with its version and inputs.")
    body = text[head.end() :].strip()
    if {name.strip() for name in head["inputs"].split(",")} != set(_HOLE.findall(body)):
        raise BadPrompt(f"The prompt {part}.md of the judge declares other inputs than it uses.")
    return body


def filled(text: str, values: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: values[hole[1]], text)
