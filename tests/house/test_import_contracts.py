"""Each import contract is planted with a violation of its own, and must catch it by name."""

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Plant:
    contract: str
    module: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.contract}: {self.module}"


PLANTS = [
    Plant("floors", "packages.core.planted", "import src.api.routes"),
    Plant("floors", "src.api.planted", "import apps.api.schemas.requests"),
    Plant("apps", "apps.mcp.planted", "import apps.api.main"),
    Plant("apps", "apps.planted"),
    Plant("api", "apps.api.schemas.planted", "import apps.api.routes.errors"),
    Plant("api", "apps.api.routes.planted", "import apps.api.composition"),
    Plant("api", "apps.api.planted"),
    Plant("src", "src.modules.planted", "import src.api.routes"),
    Plant("src", "src.planted"),
    Plant("context-layers", "src.modules.judge.domain.planted", "import src.modules.judge.infrastructure.other"),
    Plant("context-layers", "src.modules.judge.planted"),
    Plant("context-doors", "src.modules.judge.domain.planted", "import src.modules.debate.domain.other"),
    Plant("context-doors", "src.modules.judge.infrastructure.planted", "import src.modules.debate.domain.other"),
    Plant("context-doors", "src.modules.judge.presentation.planted", "import src.modules.debate.container"),
    Plant("packages", "packages.core.planted", "import packages.settings.load"),
    Plant("packages", "packages.domain.planted", "import packages.infra.db.engine"),
    Plant("packages", "packages.domain.planted", "import packages.reports.drawing.svg"),
    Plant("packages", "packages.infra.planted", "import packages.reports.drawing.svg"),
    Plant("packages", "packages.contracts.planted", "import packages.infra.db.engine"),
    Plant("packages", "packages.domain.planted", "import packages.contracts.view"),
    Plant("packages", "packages.planted"),
    Plant("domain", "packages.domain.market_data.planted", "import packages.domain.strategy"),
    Plant("domain", "packages.domain.trading.planted", "import packages.domain.backtest"),
    Plant("domain", "packages.domain.planted"),
    Plant("infra", "packages.infra.db.planted", "import packages.infra.http"),
    Plant("infra", "packages.infra.queue.planted", "import packages.infra.security.tokens"),
    Plant("infra", "packages.infra.planted"),
    Plant("pure-rules", "packages.core.planted", "import sqlalchemy"),
    Plant("pure-rules", "packages.domain.strategy.planted", "import httpx"),
    Plant("pure-rules", "src.modules.judge.domain.planted", "import fastapi"),
    Plant("pure-rules", "src.modules.judge.application.planted", "import openai"),
    Plant("chat-through-ports", "apps.api.orchestration.planted", "import packages.infra.db.engine"),
    Plant("chat-through-ports", "apps.api.agents.planted", "import mcp"),
    Plant("mcp-domains", "apps.mcp.domains.strategy.planted", "import apps.mcp.domains.stress.other"),
    Plant("handlers", "apps.api.agents.handlers.planted", "import apps.api.agents.handlers.other"),
    Plant("no-cycles", "packages.core.planted", "import packages.core.other"),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("house")
    for floor in ("apps", "src", "packages"):
        shutil.copytree(ROOT / floor, copy / floor, ignore=shutil.ignore_patterns("web", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def _lint(tree: Path, contract: str) -> subprocess.CompletedProcess[str]:
    command = [
        str(Path(sys.executable).with_name("lint-imports")),
        "--no-cache",
        "--no-logo",
        "--contract",
        contract,
    ]
    environment = os.environ | {"PYTHONPATH": str(tree), "COLUMNS": "500"}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def _plant(tree: Path, module: str, code: str) -> list[Path]:
    """Writes the module and the packages around it; returns what it made, so that it can be pulled out again."""
    made: list[Path] = []
    *packages, _ = module.split(".")
    folder = tree
    for name in packages:
        folder = folder / name
        if not folder.exists():
            folder.mkdir()
            made.append(folder)
        if not (folder / "__init__.py").exists():
            (folder / "__init__.py").touch()
            made.append(folder / "__init__.py")
    file = folder / f"{module.rsplit('.', 1)[-1]}.py"
    file.write_text(code + "\n")
    return [*made, file]


@pytest.mark.parametrize("plant", PLANTS, ids=str)
def test_a_planted_violation_is_caught(tree: Path, plant: Plant) -> None:
    made = _plant(tree, plant.module, plant.code)
    target = plant.code.removeprefix("import ")
    if target.endswith((".other", ".container")):
        back = f"import {plant.module}" if plant.contract == "no-cycles" else ""
        made += _plant(tree, target, back)
    try:
        report = _lint(tree, plant.contract)
    finally:
        for path in reversed(made):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    assert report.returncode == 1, report.stdout
    assert "BROKEN" in report.stdout
    assert "planted" in report.stdout


def test_every_contract_has_a_planted_violation() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = {contract["id"] for contract in settings["tool"]["importlinter"]["contracts"]}
    assert contracts == {plant.contract for plant in PLANTS}


def test_a_context_may_use_the_door_of_another(tree: Path) -> None:
    made = _plant(tree, "src.modules.judge.infrastructure.planted", "import src.modules.debate.application.other")
    made += _plant(tree, "src.modules.debate.application.other", "")
    report = _lint(tree, "context-doors")
    for path in reversed(made):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    assert report.returncode == 0, report.stdout
