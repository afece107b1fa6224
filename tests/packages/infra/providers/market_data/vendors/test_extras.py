"""Optional client libraries: imported on use, and a missing one told with its cure."""

import re
import sys
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from packages.domain.market_data.errors import MissingExtra
from packages.infra.providers.market_data.vendors.client_libraries import ignore_warnings_of, install_command, require

ROOT = Path(__file__).parents[6]


@pytest.fixture
def vendor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for libraries that a test makes up; they are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_missing_library_is_told_with_the_command_that_installs_it() -> None:
    with pytest.raises(MissingExtra) as missing:
        require("no_such_vendor.client", "vendor")
    assert missing.value.message == "no_such_vendor is not installed: make extra NAME=vendor"


def test_outside_of_a_checkout_the_command_names_the_distribution(tmp_path: Path) -> None:
    assert install_command("akshare", tmp_path) == "pip install 'parley-desk[akshare]'"


def test_every_optional_part_can_be_named_to_make() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extra in ("akshare", "baostock", "tushare", "yfinance", "alpaca", "ccxt", "anthropic"):
        assert extra in project["optional-dependencies"]
    assert re.search(
        r"^extra:.*\n(\t.*\n)*\t\$\(UV\) pip install .*--extra \$\(NAME\)$", (ROOT / "Makefile").read_text(), re.M
    )


def test_a_library_that_misses_one_of_its_own_is_not_called_missing(vendor: Path) -> None:
    (vendor / "made_up_vendor.py").write_text("import no_such_part")
    with pytest.raises(MissingExtra, match=r"installed but cannot be imported .*no_such_part"):
        require("made_up_vendor", "vendor")


def test_a_library_that_warns_while_it_is_read_is_imported_all_the_same(vendor: Path) -> None:
    (vendor / "made_up_warner.py").write_text("import warnings\nwarnings.warn('old', DeprecationWarning)\nvalue = 1")
    assert require("made_up_warner", "vendor").value == 1


def test_only_the_vendors_own_warnings_are_ignored(vendor: Path) -> None:
    (vendor / "made_up_user.py").write_text("import warnings\ndef use(): warnings.warn('old', DeprecationWarning)")
    library = require("made_up_user", "vendor")
    with pytest.raises(DeprecationWarning):
        library.use()
    ignore_warnings_of("made_up_user")
    library.use()
    with pytest.raises(DeprecationWarning):
        warnings.warn("ours", DeprecationWarning, stacklevel=1)
