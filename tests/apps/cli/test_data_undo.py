"""`parley data undo`: the imports of the terminal, and the last one taken back."""

import json
from pathlib import Path

from tests.apps.cli.terminal import typed

BARS = "date,open,high,low,close,volume\n" + "".join(f"2024-03-0{n},10,11,9,10,{n}00\n" for n in (4, 5, 6, 7))


def test_an_import_is_listed_and_undone(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "AAPL.csv"
    file.write_text(BARS)
    assert typed("data", "import", str(file)).returncode == 0
    (listed,) = json.loads(typed("data", "undo", "--json").stdout)["imports"]
    assert (listed["files"], listed["symbols"], listed["can_undo"]) == (["AAPL.csv"], ["AAPL"], True)
    assert listed["stored"] == {"instruments": 1, "bars": 4, "rows": 0}
    assert "AAPL.csv" in typed("data", "undo").stdout
    assert "Undone: AAPL.csv (AAPL)" in typed("data", "undo", "--last").stdout
    assert json.loads(typed("data", "coverage", "--json").stdout) == []
    again = typed("data", "undo", "--last")
    assert (again.returncode, "no import that can be undone" in again.stderr) == (1, True)
