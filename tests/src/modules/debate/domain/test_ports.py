"""The ports are abstract, and know nothing of whoever fills them."""

import ast
import inspect
from abc import ABC
from pathlib import Path

import pytest

from src.modules.debate.domain import ports
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort

FOLDER = Path(ports.__path__[0])
PORTS = [IBullAdvocateAgentPort, IBearAdvocateAgentPort, IResolutionAgentPort, ILLMPort]
FORBIDDEN = ("infrastructure", "langgraph", "openai", "fastapi", "sqlalchemy", "src.modules.research")


def imports_of(file: Path) -> list[str]:
    nodes = ast.walk(ast.parse(file.read_text()))
    named = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return named + [
        alias.name
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Import)
        for alias in node.names
    ]


@pytest.mark.parametrize("port", PORTS)
def test_a_port_is_abstract_in_every_method(port: type) -> None:
    assert ABC in port.__bases__
    own = {name for name, member in vars(port).items() if inspect.isfunction(member)}
    assert own
    assert own == getattr(port, "__abstractmethods__")  # noqa: B009 - not known to every type
    with pytest.raises(TypeError):
        port()


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.name)
def test_a_port_imports_nothing_of_infrastructure_or_of_research(file: Path) -> None:
    for name in imports_of(file):
        assert not any(forbidden in name for forbidden in FORBIDDEN), name


def test_domain_and_application_import_no_framework() -> None:
    context = FOLDER.parents[1]
    for layer in ("domain", "application"):
        for file in (context / layer).rglob("*.py"):
            for name in imports_of(file):
                assert name.split(".")[0] not in {"langgraph", "openai", "fastapi", "sqlalchemy"}, (file, name)


def test_the_port_of_the_model_is_the_debates_own_and_has_the_seeds_signature() -> None:
    assert ILLMPort.__module__ == "src.modules.debate.domain.ports.llm_port"
    assert list(inspect.signature(ILLMPort.generate).parameters) == ["self", "prompt", "system_message", "temperature"]


def test_the_agents_keep_the_seeds_signatures() -> None:
    for port in (IBullAdvocateAgentPort, IBearAdvocateAgentPort):
        first, given, *further = inspect.signature(port.advocate).parameters.values()
        assert (first.name, given.name) == ("self", "input")
        assert all(one.default is None for one in further)
    assert list(inspect.signature(IResolutionAgentPort.resolve).parameters) == ["self", "symbol", "bull", "bear"]
