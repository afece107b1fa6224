"""Loads the skills of a phase: versioned Markdown with declared inputs, read and checked before the first turn.

`<phase>/skills.<language>.md` is told in every stage of the phase, `<phase>/stages/<stage>.<language>.md` in one. A
file opens with a header; `{{name}}` is a place for an input:

    ---
    version: 1
    inputs: constraints
    ---
    What binds this person: {{constraints}}

A handler loads its skills when it is made, and handlers are made at start-up, so what is missing is found there.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from packages.contracts.phases import Phase
from packages.core.errors import Invalid
from packages.core.messages import Language

FOLDER = Path(__file__).parent
LANGUAGES = tuple(Language)
_FILE = re.compile(r"---\nversion: ([1-9]\d*)\n(?:inputs:([^\n]*)\n)?---\n(.*)", re.DOTALL)
_PLACE = re.compile(r"\{\{(\w+)\}\}")


class BrokenSkill(Invalid):
    """A skill that is not there, or does not say what it needs."""


@dataclass(frozen=True, slots=True)
class Skill:
    """One file. `name` is `kyc` or `kyc/asking`."""

    name: str
    version: int
    inputs: frozenset[str]
    text: str

    def filled(self, values: Mapping[str, str]) -> str:
        missing = sorted(self.inputs.difference(values))
        if missing:
            raise BrokenSkill("conversation.skill_inputs_missing", skill=self.name, missing=missing)
        return _PLACE.sub(lambda place: values[place[1]], self.text)


@dataclass(frozen=True, slots=True)
class PhaseSkills:
    """The skills of a phase, by stage and language; the stage None is told in all of them."""

    skills: Mapping[tuple[str | None, Language], Skill]

    def instructions(self, stage: str, language: Language, values: Mapping[str, str] | None = None) -> str:
        return "\n\n".join(skill.filled(values or {}) for skill in self._of(stage, language))

    def label(self, stage: str) -> str:
        """Which texts a turn was told, such as `kyc@1 kyc/asking@2`."""
        return " ".join(f"{skill.name}@{skill.version}" for skill in self._of(stage, LANGUAGES[0]))

    def _of(self, stage: str, language: Language) -> tuple[Skill, Skill]:
        return self.skills[None, language], self.skills[stage, language]


def load_skills(
    phase: Phase, stages: Collection[str], inputs: Collection[str] = (), folder: Path = FOLDER
) -> PhaseSkills:
    """`inputs` are the names of all values that the handler will hand over; raises `BrokenSkill`."""
    home = folder / phase.value
    loaded = {
        (stage, language): _skill(_path(home, stage, language), phase, stage, frozenset(inputs))
        for stage in (None, *stages)
        for language in LANGUAGES
    }
    for stage in (None, *stages):
        _require_alike([loaded[stage, language] for language in LANGUAGES])
    _require_no_strays(home, {_path(home, stage, language) for stage, language in loaded})
    return PhaseSkills(loaded)


def _path(home: Path, stage: str | None, language: Language) -> Path:
    return home / f"skills.{language}.md" if stage is None else home / "stages" / f"{stage}.{language}.md"


def _skill(path: Path, phase: Phase, stage: str | None, given: frozenset[str]) -> Skill:
    where = f"{phase.value}/{path.relative_to(path.parents[0 if stage is None else 1])}"
    if not path.is_file():
        raise BrokenSkill("conversation.skill_missing", skill=where)
    match = _FILE.fullmatch(path.read_text(encoding="utf-8"))
    if match is None:
        raise BrokenSkill("conversation.skill_header_missing", skill=where)
    inputs = frozenset(name.strip() for name in (match[2] or "").split(",") if name.strip())
    text = match[3].strip()
    _require_inputs(where, inputs, frozenset(_PLACE.findall(text)), given)
    return Skill(phase.value if stage is None else f"{phase.value}/{stage}", int(match[1]), inputs, text)


def _require_inputs(where: str, declared: frozenset[str], used: frozenset[str], given: frozenset[str]) -> None:
    if declared != used:
        names = ", ".join(sorted(declared ^ used))
        raise BrokenSkill("conversation.skill_inputs_differ", skill=where, names=names)
    if not declared <= given:
        names = ", ".join(sorted(declared - given))
        raise BrokenSkill("conversation.skill_input_not_given", skill=where, names=names)


def _require_alike(translations: list[Skill]) -> None:
    first, *others = translations
    if any((each.version, each.inputs) != (first.version, first.inputs) for each in others):
        raise BrokenSkill("conversation.skill_languages_differ", skill=first.name)


def _require_no_strays(home: Path, known: set[Path]) -> None:
    strays = sorted(path.name for path in home.rglob("*.md") if path not in known)
    if strays:
        raise BrokenSkill("conversation.skill_without_stage", folder=home.name, skill=strays[0])
