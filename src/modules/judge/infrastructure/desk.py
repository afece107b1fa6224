"""Who judges for whom: the model of an owner who has one, the rules otherwise."""

from collections.abc import Sequence
from dataclasses import replace

from packages.core.clock import Clock
from packages.infra.db.engine import Database
from packages.settings.load import Settings
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.domain.case import Case
from src.modules.judge.domain.ports import IJudgeAgentPort, Judgement
from src.modules.judge.infrastructure.model_judge import ModelJudge
from src.modules.judge.infrastructure.rules_judge import RulesJudge
from src.modules.llm_platform.application.scope import CallScope
from src.modules.llm_platform.container import LlmPlatformContainer

Scope = CallScope
Platform = LlmPlatformContainer
Library = MarketLibrary
CALLER = AGENT = "judge"


def open_library(database: Database, settings: Settings, clock: Clock) -> Library:
    return DataEngineeringContainer(database, settings, clock).library()


class OwnersJudge(IJudgeAgentPort):
    """It is settled by the first case and stays so: a model that fails is a failure, and rules never step in for it."""

    def __init__(self, platform: Platform, scope: Scope) -> None:
        self._platform = platform
        self._scope = replace(scope, caller=CALLER, agent=AGENT)
        self._chosen: IJudgeAgentPort | None = None

    async def judge(self, case: Case, complaints: Sequence[str] = ()) -> Judgement:
        return await (await self.chosen()).judge(case, complaints)

    async def chosen(self) -> IJudgeAgentPort:
        if self._chosen is None:
            has_model = await self._platform.has_model(self._scope.owner_id)
            self._chosen = self._model() if has_model else RulesJudge()
        return self._chosen

    def _model(self) -> ModelJudge:
        return ModelJudge(self._platform.service(self._scope), self._alias)

    async def _alias(self) -> str | None:
        """Which configuration answered last in this run, by the book of model calls; None without a run."""
        if self._scope.run_id is None:
            return None
        lines = await self._platform.ledger().calls(self._scope.owner_id, self._scope.run_id)
        return next((line.alias for line in lines if line.agent == AGENT and line.status == "completed"), None)
