"""The tree of the seed: four layers, a container, and every file by its name."""

from pathlib import Path

import pytest
from fastapi import FastAPI

from src.api.routes import router
from src.modules import debate

CONTEXT = Path(debate.__path__[0])
FILES = [
    "application/services/debate_service.py",
    "application/dtos/debate_outcome_dto.py",
    "domain/dtos/debate_input.py",
    "domain/dtos/bull_bear_argument.py",
    "domain/dtos/risk_matrix.py",
    "domain/ports/bull_advocate_agent.py",
    "domain/ports/bear_advocate_agent.py",
    "domain/ports/resolution_agent.py",
    "domain/ports/llm_port.py",
    "domain/model/enums.py",
    "domain/exceptions.py",
    "infrastructure/adapters/llm_adapter.py",
    "infrastructure/adapters/bull_advocate_agent_adapter.py",
    "infrastructure/adapters/bear_advocate_agent_adapter.py",
    "infrastructure/adapters/resolution_agent_adapter.py",
    "infrastructure/agents/bull_advocate/prompts/system.md",
    "infrastructure/agents/bull_advocate/prompts/user.md",
    "infrastructure/agents/bear_advocate/prompts/system.md",
    "infrastructure/agents/bear_advocate/prompts/user.md",
    "infrastructure/agents/resolution/prompts/system.md",
    "infrastructure/agents/resolution/prompts/user.md",
    "presentation/rest/debate_router.py",
    "presentation/rest/debate_schemas.py",
    "container.py",
]


def test_the_context_has_four_layers_and_a_container() -> None:
    assert {"application", "domain", "infrastructure", "presentation"} <= {path.name for path in CONTEXT.iterdir()}
    assert (CONTEXT / "container.py").is_file()


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_the_seed_is_there(file: str) -> None:
    assert (CONTEXT / file).is_file()


def test_the_route_is_registered() -> None:
    assert "debate_router" in (CONTEXT.parents[1] / "api" / "routes.py").read_text()
    app = FastAPI()
    app.include_router(router)
    assert "post" in app.openapi()["paths"]["/api/v1/debate/run"]
