"""The analyst of an expert: the model of an owner who has one, with a versioned prompt, or the rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from packages.domain.evidence.findings import GroundingFinding
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.llm_platform.application.contract import CallScope, IWebSearchProvider
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.application.running import ResearchScope
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.ports import Analyst, Draft
from src.modules.research.infrastructure.neighbours import PlatformSearch
from src.modules.research.infrastructure.prompts import Prompts

SomeOpinion = TypeVar("SomeOpinion", bound=BaseModel)
# Low, not zero: some servers treat zero as "unset".
_TEMPERATURE = 0.2


class ModelAnalyst(Generic[SomeOpinion]):
    """Asks once for the opinion; the platform asks back once when the answer is malformed."""

    def __init__(self, llm: LLMService, prompts: Prompts, shape: type[SomeOpinion]) -> None:
        self._llm = llm
        self._prompts = prompts
        self._shape = shape

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[SomeOpinion]:
        system, user = self._prompts.of(brief, complaints)
        answered = await self._llm.generate(user, system, _TEMPERATURE, response_schema=self._shape)
        return Draft(self._shape.model_validate_json(answered), "llm", user, answered)


Library = MarketLibrary
Platform = LlmPlatformContainer
_CALLER = "research"


SearchThrough = Callable[[IWebSearchProvider], IWebSearchProvider]


def searches(llm: Platform, through: SearchThrough | None = None) -> PlatformSearch:
    """`through`: what stands between the experts and whoever searches."""
    found = llm.search(), llm.stored_news()
    return PlatformSearch(*(found if through is None else map(through, found)))


@dataclass(frozen=True, slots=True)
class Analysts:
    """Finds the analyst of an expert. All prompts are read, and so checked, when it is made."""

    llm: Platform
    prompts: Mapping[Expert, Prompts]

    @classmethod
    def of(cls, llm: Platform) -> "Analysts":
        return cls(llm, {expert: Prompts(expert) for expert in Expert})

    def named(
        self, expert: Expert, scope: ResearchScope, shape: type[SomeOpinion], rules: Analyst[SomeOpinion]
    ) -> Analyst[SomeOpinion]:
        call = CallScope(owner_id=scope.owner_id, caller=_CALLER, run_id=scope.run_id, agent=expert.value)
        model = ModelAnalyst(self.llm.service(call), self.prompts[expert], shape)
        return ChosenAnalyst(self.llm, scope.owner_id, model, rules)


class ChosenAnalyst(Generic[SomeOpinion]):
    """The model of an owner who has one, the rules otherwise. It is settled by the first question and stays so: a
    model that fails is a failure, and rules never step in for it."""

    def __init__(self, llm: Platform, owner_id: str, model: Analyst[SomeOpinion], rules: Analyst[SomeOpinion]) -> None:
        self._llm = llm
        self._owner_id = owner_id
        self._model = model
        self._rules = rules
        self._chosen: Analyst[SomeOpinion] | None = None

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[SomeOpinion]:
        if self._chosen is None:
            self._chosen = self._model if await self._llm.has_model(self._owner_id) else self._rules
        return await self._chosen.opinion(brief, complaints)
