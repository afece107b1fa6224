"""The shape that the seeds fix: four layers, pure ports, and a graph library that nobody waits for at the start."""

import ast
import inspect
import subprocess
import sys
from abc import ABC
from pathlib import Path

import pytest

from apps.api.main import create_app
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.domain.ports.research_orchestration import IResearchOrchestrationPort

ROOT = Path(__file__).parents[4]
COORDINATOR = ROOT / "src/modules/coordinator"
PORTS: list[tuple[type, str]] = [
    (IDebateGateway, "run_debate"),
    (IJudgeGateway, "run_verdict"),
    (IResearchExpertGateway, "run_expert"),
    (IResearchOrchestrationPort, "run"),
]


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize(("port", "method"), PORTS)
def test_a_port_is_abstract_and_holds_no_code(port: type, method: str) -> None:
    assert issubclass(port, ABC)
    assert port.__abstractmethods__ == {method}
    assert inspect.iscoroutinefunction(getattr(port, method))
    (function,) = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(port)))
        if isinstance(node, ast.AsyncFunctionDef) and node.name == method
    ]
    assert all(isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) for line in function.body)


def test_the_debate_port_knows_nothing_of_the_debate_context() -> None:
    imports = _imports(COORDINATOR / "domain/ports/debate_gateway.py")
    assert not any("debate" in name for name in imports)
    assert imports == {"abc", "typing"}


def test_the_debate_ports_signature_is_that_of_the_seed() -> None:
    signature = inspect.signature(IDebateGateway.run_debate)
    assert list(signature.parameters) == ["self", "symbol", "expert_results"]
    assert str(signature.return_annotation) == "dict[str, typing.Any]"


def test_the_context_has_four_layers_and_a_container() -> None:
    for layer in ("application", "domain", "infrastructure", "presentation"):
        assert (COORDINATOR / layer).is_dir()
    for file in (
        "container.py",
        "application/research_orchestration_service.py",
        "application/dtos/research_dtos.py",
        "domain/model/enums.py",
        "domain/ports/research_orchestration.py",
        "domain/ports/research_expert_gateway.py",
        "domain/ports/debate_gateway.py",
        "domain/exceptions.py",
        "infrastructure/adapters/research_gateway_adapter.py",
        "infrastructure/adapters/debate_gateway_adapter.py",
        "infrastructure/orchestration/graph_state.py",
        "infrastructure/orchestration/graph_builder.py",
        "infrastructure/orchestration/langgraph_orchestrator.py",
        "presentation/rest/research_routes.py",
    ):
        assert (COORDINATOR / file).is_file(), file


def test_the_routes_are_registered_with_those_of_all_contexts() -> None:
    assert "src.modules.coordinator.presentation.rest" in _imports(ROOT / "src/api/routes.py")
    assert "post" in create_app().openapi()["paths"]["/api/v1/coordinator/research"]


def test_the_five_experts_have_the_names_of_the_seed() -> None:
    assert [expert.value for expert in ExpertType] == [
        "technical_analyst",
        "financial_auditor",
        "valuation_modeler",
        "macro_intelligence",
        "catalyst_detective",
    ]


def test_rules_and_services_know_no_framework() -> None:
    for layer in ("domain", "application"):
        for path in (COORDINATOR / layer).rglob("*.py"):
            roots = {name.partition(".")[0] for name in _imports(path)}
            assert not roots & {"langgraph", "langchain_core", "openai", "fastapi", "sqlalchemy"}, path


def test_langgraph_is_named_only_where_the_graph_is() -> None:
    for path in COORDINATOR.rglob("*.py"):
        named = any(name.partition(".")[0] in ("langgraph", "langchain_core") for name in _imports(path))
        assert not named or "orchestration" in path.parts, path


def test_the_app_starts_without_langgraph() -> None:
    code = "import sys, apps.api.main; assert not {'langgraph', 'langchain_core'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
