"""People who press buttons at random: a few of them for `make test`, a thousand for `make trust`."""

import shutil
from pathlib import Path

import pytest

from benchmarks.button_walks import LANGUAGES, MODES, TURNS, WALKS, Plan, told, walks
from benchmarks.chat_walks.seen import Button, Place
from benchmarks.chat_walks.walker import WalkMap
from packages.contracts.phases import Phase


@pytest.mark.parametrize(("mode", "language"), [("rules", "zh"), ("model", "en")])
async def test_every_turn_has_a_way_on_and_a_way_back(
    demo_home: Path, tmp_path: Path, mode: str, language: str
) -> None:
    await _walked(demo_home, tmp_path, mode, language, walked=2, turns=14)


@pytest.mark.trust
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
async def test_a_thousand_walks_meet_no_dead_end(demo_home: Path, tmp_path: Path, mode: str, language: str) -> None:
    await _walked(demo_home, tmp_path, mode, language, walked=WALKS // 4, turns=TURNS)


async def _walked(demo_home: Path, folder: Path, mode: str, language: str, walked: int, turns: int) -> None:
    home = Path(shutil.copytree(demo_home, folder / "home"))
    results = folder / "walks.jsonl"
    found = await walks(home, Plan(mode, language, walked, turns, seed=7, results=results))
    assert len(results.read_text(encoding="utf-8").splitlines()) == walked
    assert found.walks == walked
    assert not found.faults, told(mode, language, found, 0.0)


def _place(name: str, phase: Phase, *buttons: str) -> Place:
    return Place(phase, (("name", name),), (), "", "", tuple(Button("q", each, each) for each in buttons), "text")


def test_a_loop_whose_every_button_was_pressed_is_a_trap() -> None:
    here, there, found = _place("1", Phase.STRATEGY, "a"), _place("2", Phase.STRATEGY, "b"), WalkMap()
    for before, key, after in ((here, "q=a", there), (there, "q=b", here)):
        found.saw(before, key, after)
    assert set(found.traps()) == {here.node, there.node}


def test_a_loop_with_a_button_that_nobody_pressed_yet_is_none() -> None:
    here, there, found = _place("1", Phase.STRATEGY, "a", "c"), _place("2", Phase.STRATEGY, "b"), WalkMap()
    for before, key, after in ((here, "q=a", there), (there, "q=b", here)):
        found.saw(before, key, after)
    assert found.traps() == []


def test_a_loop_that_the_end_can_be_reached_from_is_none() -> None:
    here, end, found = _place("1", Phase.STRATEGY, "a"), _place("2", Phase.COMPLETED), WalkMap()
    for before, key, after in ((here, "q=a", here), (here, "q=a", end)):
        found.saw(before, key, after)
    assert found.traps() == []
