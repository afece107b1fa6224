"""The house style, as far as a machine can check it."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS = ("apps", "src", "packages")
LONGEST_MODULE = 300
LONGEST_FUNCTION = 40

# The HTTP edge, the event log's writer, the chat's turns and the job workers go on after any failure; nobody else
# swallows one.
BROAD_EXCEPT_ALLOWED = {
    "src/modules/coordinator/infrastructure/orchestration/nodes.py",
    "apps/api/edge/request_context.py",
    "apps/api/orchestration/supervisor.py",
    "apps/mcp/tool.py",
    "packages/infra/db/event_log.py",
    "packages/infra/queue/job_runner.py",
    "packages/infra/queue/dbos_process.py",
}


def _modules() -> list[Path]:
    return sorted(
        path
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
        if "node_modules" not in path.parts and "web" not in path.relative_to(ROOT).parts
    )


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


MODULES = _modules()
names = [str(path.relative_to(ROOT)) for path in MODULES]


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_a_module_opens_with_a_sentence_and_stays_short(path: Path) -> None:
    source = path.read_text()
    tree = ast.parse(source)
    assert ast.get_docstring(tree), "say in one sentence what the module is for"
    assert len(source.splitlines()) <= LONGEST_MODULE
    for function in _functions(tree):
        assert (function.end_lineno or 0) - function.lineno < LONGEST_FUNCTION, function.name


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_a_broad_except_stands_only_where_a_loop_must_go_on(path: Path) -> None:
    broad = re.search(r"except (Exception|BaseException)\b|except:\s*$", path.read_text(), re.MULTILINE)
    assert not broad or str(path.relative_to(ROOT)) in BROAD_EXCEPT_ALLOWED


def test_the_core_has_at_most_six_files() -> None:
    assert len([path for path in (ROOT / "packages/core").glob("*.py") if path.name != "__init__.py"]) <= 6


def test_importing_anything_needs_no_setting_no_file_and_no_service(tmp_path: Path) -> None:
    modules = [name.removesuffix(".py").replace("/", ".").removesuffix(".__init__") for name in names]
    code = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    bare = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
        "PARLEY_PORT": "not a port",
    }
    subprocess.run([sys.executable, "-B", "-c", code, *modules], cwd=tmp_path, env=bare, check=True)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("lock", ["lock/run.txt", "lock/dev.txt", "lock/peers.txt", "apps/web/package-lock.json"])
def test_lock_files_pin_versions_and_name_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text()
    if lock.endswith(".txt"):
        assert "://" not in text
        assert re.search(r"^pydantic==[\d.]+ \\$", text, re.MULTILINE)
        assert "--hash=sha256:" in text
    else:
        assert '"resolved"' not in text


def test_ci_runs_what_people_run() -> None:
    script = (ROOT / ".ci/run").read_text()
    assert "make check" in script
    assert "make test" in script


def test_nothing_tells_anyone_to_install_somebody_elses_package() -> None:
    """`parley` on the package index is a stranger's; ours is `parley-desk`."""
    stranger = re.compile(
        r"(?:pip|pipx|uv|uvx|poetry|conda)[\w ./-]*\b(?:install|add|tool run|run|x)\b[^\n;&|]*?[\s'\"`]parley(?![\w-])"
        r"|\buvx (?:-\S+ )*parley(?![\w-])|\bparley\[[\w{]|version\([\"']parley[\"']\)"
    )
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    texts = {name: (ROOT / name).read_bytes().decode("utf-8", "ignore") for name in listed.split("\0") if name}
    own = str(Path(__file__).relative_to(ROOT))
    told = {name: found[0] for name, text in texts.items() if name != own and (found := stranger.search(text))}
    assert told == {}
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["name"] == "parley-desk"
    assert set(project["scripts"]) == {"parley"}
