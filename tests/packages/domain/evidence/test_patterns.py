"""Patterns are compiled at first use, and every one of them can be."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from packages.domain.evidence.patterns import lazy_pattern

_COMPILES_ALL = """
import gc, importlib, pkgutil
import packages.domain.conversation, packages.domain.evidence
from packages.domain.evidence.patterns import _LazyPattern
for root in (packages.domain.conversation, packages.domain.evidence):
    for module in pkgutil.walk_packages(root.__path__, root.__name__ + "."):
        importlib.import_module(module.name)
found = [one for one in gc.get_objects() if isinstance(one, _LazyPattern)]
print(len(found), len([one for one in found if one.groups >= 0]))
"""


def test_a_lazy_pattern_finds_what_a_compiled_one_finds() -> None:
    lazy, compiled = lazy_pattern(r"(\d+)%", re.IGNORECASE), re.compile(r"(\d+)%", re.IGNORECASE)
    assert lazy.findall("3% and 4%") == compiled.findall("3% and 4%")
    assert lazy.sub("x", "3%") == "x"
    assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, compiled.groups)


def test_a_pattern_that_is_wrong_says_so_at_first_use() -> None:
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.search("anything")


@pytest.mark.slow
def test_every_pattern_of_evidence_and_conversation_can_be_compiled() -> None:
    done = subprocess.run([sys.executable, "-c", _COMPILES_ALL], capture_output=True, text=True, cwd=Path.cwd())
    found, compiled = map(int, done.stdout.split())
    assert found == compiled > 400
