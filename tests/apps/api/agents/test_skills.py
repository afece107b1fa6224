"""Skills are read and checked before the first turn."""

from pathlib import Path

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.registry import get_handler, load_handlers
from apps.api.agents.skills.loader import BrokenSkill, load_skills
from packages.core.messages import Language

GOOD = "---\nversion: 2\ninputs: limits\n---\nHeld to {{limits}}.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "kyc"
    (home / "stages").mkdir(parents=True)
    for language in ("zh", "en"):
        (home / f"skills.{language}.md").write_text("---\nversion: 1\n---\nAsk.\n")
        (home / f"stages/asking.{language}.md").write_text(GOOD)
    return tmp_path


def test_every_phase_has_a_handler_with_its_skills() -> None:
    assert set(load_handlers()) == set(Phase)
    assert all(get_handler(phase).phase is phase for phase in Phase)


def test_phase_and_stage_are_told_together_with_what_is_handed_over(folder: Path) -> None:
    skills = load_skills(Phase.KYC, ("asking",), ("limits",), folder)
    assert skills.instructions("asking", Language.EN, {"limits": r"{{x}} \1"}) == "Ask.\n\nHeld to {{x}} \\1."
    assert skills.label("asking") == "kyc@1 kyc/asking@2"


def test_a_forgotten_input_is_no_empty_text(folder: Path) -> None:
    skills = load_skills(Phase.KYC, ("asking",), ("limits",), folder)
    with pytest.raises(BrokenSkill, match="needs limits"):
        skills.instructions("asking", Language.EN, {})


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("stages/asking.zh.md", None, r"kyc/stages/asking\.zh\.md is not there"),
        ("skills.en.md", None, r"kyc/skills\.en\.md is not there"),
        ("skills.en.md", "Ask.", "has no header"),
        ("skills.en.md", "---\nversion: 0\n---\nAsk.", "has no header"),
        ("stages/asking.en.md", GOOD.replace("{{limits}}", "limits"), "declares other inputs than it uses"),
        ("stages/asking.en.md", GOOD.replace("Held", "Held {{more}}"), "declares other inputs than it uses"),
        ("stages/asking.en.md", GOOD.replace("limits", "wishes"), "wants wishes, which its handler does not give"),
        ("stages/asking.en.md", GOOD.replace("2", "3"), "differs between languages"),
        ("stages/other.en.md", GOOD, r"No stage of kyc is told other\.en\.md"),
    ],
)
def test_what_is_missing_or_unclear_is_found_when_it_is_loaded(
    folder: Path, file: str, text: str | None, message: str
) -> None:
    path = folder / "kyc" / file
    path.unlink() if text is None else path.write_text(text)
    with pytest.raises(BrokenSkill, match=message):
        load_skills(Phase.KYC, ("asking",), ("limits",), folder)
