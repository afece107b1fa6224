"""What a newcomer and a packager look for is there, and what it names exists."""

import re

import pytest

from tests.house.source import ROOT

WALKS = ("Research symbol", "Chat message", "Strategy document", "Order")


def _contributing() -> str:
    return (ROOT / "CONTRIBUTING.md").read_text()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("LICENSE", "Version 2.0, January 2004"),
        ("CHANGELOG.md", "## [Unreleased]"),
        ("SECURITY.md", "## Report a vulnerability"),
        ("CONTRIBUTING.md", "make quick"),
        (".pre-commit-config.yaml", "repo: local"),
    ],
)
def test_every_document_that_people_look_for_is_there(name: str, says: str) -> None:
    assert says in (ROOT / name).read_text()


def test_the_licence_is_whole_and_the_one_that_the_package_names() -> None:
    text = (ROOT / "LICENSE").read_text()
    assert "END OF TERMS AND CONDITIONS" in text
    assert 'license = "Apache-2.0"' in (ROOT / "pyproject.toml").read_text()


def test_hooks_run_only_what_the_project_has_itself() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text()
    assert set(re.findall(r"repo: (.+)", text)) == {"local"}
    assert set(re.findall(r"language: (.+)", text)) == {"system"}


def test_contributing_names_only_modules_that_exist() -> None:
    named = re.findall(r"`((?:apps|packages|src|tests|benchmarks|docs)/[\w/.-]+)`", _contributing())
    assert len(named) > 50, "the walks are missing: python -m benchmarks.module_walks --contributing"
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_contributing_walks_through_the_code_four_times() -> None:
    assert tuple(re.findall(r"^### (.+): \d+ modules$", _contributing(), re.MULTILINE)) == WALKS


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "README.md", "CHANGELOG.md"])
def test_a_document_names_only_make_targets_that_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / document).read_text(), re.MULTILINE))
    assert named - targets == set()
