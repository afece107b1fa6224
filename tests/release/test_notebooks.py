"""The example notebooks run on the demo market, and what is printed in them names no place of the machine."""

import json
from pathlib import Path

import pytest

from release.notebooks import FOLDER, executed

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.trust
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_on_the_demo_market(demo_at_home: Path, path: Path) -> None:
    told = executed(json.loads(path.read_text("utf-8")))
    assert all(cell["execution_count"] for cell in told["cells"] if cell["cell_type"] == "code")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_stored_outputs_are_there_and_name_no_place_of_the_machine(path: Path) -> None:
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    printed = ["".join(output["data"]["text/plain"]) for cell in cells for output in cell["outputs"]]
    assert printed
    assert all(cell["execution_count"] for cell in cells)
    places = ("/home/", "/root/", "/tmp/", str(FOLDER.parents[1]))
    assert not [text for text in printed if any(place in text for place in places)]
