"""Models, rules and fakes all keep the promises of the three ports."""

import pytest

from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.debate.infrastructure.adapters.bear_advocate_agent_adapter import BearAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.bull_advocate_agent_adapter import BullAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.resolution_agent_adapter import ResolutionAgentAdapter
from src.modules.debate.infrastructure.rules.advocate_rules import BearRules, BullRules
from src.modules.debate.infrastructure.rules.resolution_rules import ResolutionRules
from tests.src.modules.debate.agents import ScriptedLlm, TellingBear, TellingBull, TellingResolution
from tests.src.modules.debate.conformance import BearConformance, BullConformance, ResolutionConformance
from tests.src.modules.debate.making import BEAR_JSON, BULL_JSON, RESOLUTION_JSON, written


class TestBulls(BullConformance):
    @pytest.fixture(params=["model", "rules", "fake"])
    def advocate(self, request: pytest.FixtureRequest) -> IBullAdvocateAgentPort:
        model = BullAdvocateAgentAdapter(ScriptedLlm(*[written(BULL_JSON)] * 3))
        bulls: dict[str, IBullAdvocateAgentPort] = {"model": model, "rules": BullRules(), "fake": TellingBull()}
        return bulls[request.param]


class TestBears(BearConformance):
    @pytest.fixture(params=["model", "rules", "fake"])
    def advocate(self, request: pytest.FixtureRequest) -> IBearAdvocateAgentPort:
        model = BearAdvocateAgentAdapter(ScriptedLlm(*[written(BEAR_JSON)] * 3))
        bears: dict[str, IBearAdvocateAgentPort] = {"model": model, "rules": BearRules(), "fake": TellingBear()}
        return bears[request.param]


class TestResolutions(ResolutionConformance):
    @pytest.fixture(params=["model", "rules", "fake"])
    def resolver(self, request: pytest.FixtureRequest) -> IResolutionAgentPort:
        model = ResolutionAgentAdapter(ScriptedLlm(*[written(RESOLUTION_JSON)] * 3))
        all_of: dict[str, IResolutionAgentPort] = {
            "model": model,
            "rules": ResolutionRules(),
            "fake": TellingResolution(),
        }
        return all_of[request.param]
