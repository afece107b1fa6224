"""What every report of an expert must hold to, whoever wrote it."""

import json
import re
from datetime import datetime

from packages.domain.evidence.reports.texts import texts_of
from src.modules.research.application.running import Result

PROVENANCE = {
    "symbol", "company", "as_of", "language", "engine", "grounding", "evidence", "absent", "degraded",
    "leak_certificate", "points",
}  # fmt: skip
_HOLE = re.compile(r"\{[a-z_.@0-9-]+\}")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def assert_sound(result: Result, fields: set[str]) -> None:
    """All fields are there and no others, every number is bound, and nothing was known too early."""
    assert set(result) == fields | PROVENANCE
    assert result["grounding"]["violations"] == []
    assert result["grounding"]["numbers"] > 10
    certificate = result["leak_certificate"]
    assert datetime.fromisoformat(certificate["latest_known_at"]) <= datetime.fromisoformat(certificate["as_of"])
    json.dumps(result, allow_nan=False)
    said = "\n".join(texts_of({name: part for name, part in result.items() if name != "points"}))
    assert all(point["text"] in said for point in result["points"])


def assert_readable(text: str, language: str) -> None:
    """Sections with text under them, in the language, without a hole that was not filled."""
    sections = text.split("### ")[1:]
    assert 5 <= len(sections) <= 10
    assert all(len(section.splitlines()) >= 2 for section in sections)
    assert not _HOLE.search(text)
    assert bool(_CHINESE.search(text)) == (language == "zh")
