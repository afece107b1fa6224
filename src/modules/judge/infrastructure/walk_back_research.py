"""Research on a past day: the five experts side by side with what was known by then, and the debate over them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from packages.core.errors import ParleyError
from packages.core.messages import Language
from packages.domain.evidence.experts import EXPERTS
from packages.settings.load import Settings
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.container import DebateContainer
from src.modules.judge.domain.walk_back import Reports, WalkBackStep
from src.modules.judge.infrastructure.judge_choice import Library, Platform, Scope
from src.modules.research.application.running import Question, ResearchScope
from src.modules.research.container import ResearchContainer


@dataclass(frozen=True, slots=True)
class WalkBackResearch:
    """Experts that fail are omitted: on a past day an expert often has nothing to read yet."""

    settings: Settings
    library: Library
    platform: Platform
    scope: Scope

    async def engine(self) -> str:
        return "llm" if await self.platform.has_model(self.scope.owner_id) else "rules"

    async def reports(self, step: WalkBackStep, language: Language) -> Reports:
        research = ResearchContainer(self.library, self.platform, self.settings, self.library.clock)
        scope = ResearchScope(owner_id=self.scope.owner_id, run_id=self.scope.run_id)
        question = Question(symbol=str(step.symbol), analysis_date=step.day, language=language)
        return await research.ask_each(EXPERTS, question, scope)

    async def debate(self, step: WalkBackStep, reports: Reports) -> Mapping[str, Any] | None:
        scope = replace(self.scope, caller="debate")
        debates = DebateContainer(platform=self.platform, scope=scope, library=self.library).debate_service()
        try:
            outcome = await debates.run(debate_input_of(str(step.symbol), reports).debate_input)
        except ParleyError:
            return None
        return outcome.model_dump(mode="json")
