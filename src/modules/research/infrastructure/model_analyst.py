"""An analyst that is a model: a versioned prompt, a checked answer."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from pydantic import BaseModel

from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.evidence.findings import Finding
from src.modules.research.domain.ports import Draft
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

    async def opinion(self, brief: Brief, complaints: Sequence[Finding] = ()) -> Draft[SomeOpinion]:
        system, user = self._prompts.of(brief, complaints)
        answered = await self._llm.generate(user, system, _TEMPERATURE, response_schema=self._shape)
        return Draft(self._shape.model_validate_json(answered), "llm", user, answered)
