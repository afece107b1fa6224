"""The documents are true: what they point to exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
names = [str(path.relative_to(ROOT)) for path in DOCUMENTS]


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_link_to_a_file_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", document.read_text())
    files = [link for link in links if "://" not in link]
    missing = [link for link in files if not (document.parent / link).exists()]
    assert missing == []


def test_every_test_that_the_traceability_names_exists() -> None:
    text = (ROOT / "docs/traceability.md").read_text()
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert named, "the table names tests as `path::name`"
    for path, name in named:
        source = (ROOT / path).read_text()
        assert re.search(rf"def {name}\b", source), f"{path} has no {name}"


def test_each_requirement_stands_once_in_the_traceability() -> None:
    text = (ROOT / "docs/traceability.md").read_text()
    ids = re.findall(r"^\| ([\w.-]+) \|", text, re.MULTILINE)
    assert len(ids) == len(set(ids))
