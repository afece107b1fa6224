"""Imports of ours are moved below one name, nothing else is, and what cannot be moved stops the build."""

import pytest

from release.import_root import Unplaced, moved


def rewritten(source: str) -> str:
    return moved(source, "somewhere.py", lambda name: name == "apps.api.orchestration")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from packages.core.ids import Ids\n", "from parley.packages.core.ids import Ids\n"),
        ("from apps.api import main\n", "from parley.apps.api import main\n"),
        ("import src.modules.judge as judge\n", "import parley.src.modules.judge as judge\n"),
        ("def f():\n    from migrations.schema import metadata\n", None),
        ("if x: from packages.core import ids\n", "if x: from parley.packages.core import ids\n"),
        ('load("apps.api.orchestration")\n', 'load("parley.apps.api.orchestration")\n'),
        ("涨 = load('apps.api.orchestration')\n", "涨 = load('parley.apps.api.orchestration')\n"),
    ],
)
def test_imports_and_names_of_modules_are_moved(before: str, after: str | None) -> None:
    assert rewritten(before) == (after or before.replace("from migrations", "from parley.migrations"))


@pytest.mark.parametrize(
    "source",
    [
        "import json\nfrom pathlib import Path\n",
        "from .packages import near\n",
        '"""Words about packages.core and apps."""\n',
        "packages = apps.src\n",
        'say("Look into src and packages.")\n',
        "from sources.packages import x\n",
    ],
)
def test_everything_else_stays(source: str) -> None:
    assert rewritten(source) == source


@pytest.mark.parametrize(
    "source",
    ["import packages.core.ids\n", "import json, packages.core as core\n", 'load("apps.api.nowhere")\n'],
)
def test_what_cannot_be_moved_is_refused_with_its_place(source: str) -> None:
    with pytest.raises(Unplaced, match=r"^somewhere.py:1: "):
        rewritten(source)
