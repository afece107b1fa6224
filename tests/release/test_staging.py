"""The tree of the wheel as it would be installed, used from a folder with strangers' packages of our names."""

import subprocess
import sys
from pathlib import Path

import pytest

from release.import_root import ROOTS
from release.staging import NotBuilt, stage

ROOT = Path(__file__).parents[2]
_IMPORTED = """
import sys
from pathlib import Path
import parley.apps.api.routes.page as page, parley.packages.infra.db.migrate as migrate
from parley.packages.core.messages import Language, Message, render
assert page.DIST.joinpath("index.html").is_file()
assert migrate.head_revision()
strangers = [name for name in sys.modules if name.partition(".")[0] in ROOTS]
print(strangers)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stage(ROOT, tmp_path_factory.mktemp("installed"))


def test_an_installed_parley_imports_nothing_but_itself(installed: Path, tmp_path: Path) -> None:
    for floor in ROOTS:
        (tmp_path / floor).mkdir()
        (tmp_path / floor / "__init__.py").write_text("raise RuntimeError('a stranger')\n")
    code = _IMPORTED.replace("ROOTS", repr(ROOTS))
    environment = {"PYTHONPATH": str(installed.parent), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("[]\n", "")


def test_what_only_the_checkout_needs_is_not_shipped(installed: Path) -> None:
    shipped = {path.relative_to(installed).parts[0] for path in installed.rglob("*")}
    assert shipped == {*ROOTS, "__init__.py", "__main__.py", "command.py", "py.typed"}
    assert {path.name for path in (installed / "apps" / "web").iterdir()} == {"dist"}
    assert not [*installed.rglob("__pycache__")]


def test_a_page_that_was_not_built_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match="make web"):
        stage(tmp_path, tmp_path / "staged")
