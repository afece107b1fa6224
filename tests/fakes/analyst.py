"""An analyst that answers like another, except where a test has it say something else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from pydantic import BaseModel

from packages.domain.evidence.checker import GroundingFinding
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.ports import Analyst, Draft

SomeOpinion = TypeVar("SomeOpinion", bound=BaseModel)


class ContraryAnalyst(Generic[SomeOpinion]):
    """Passes for a model. `says` are the fields that it gives other values; `asked` counts the times it was asked."""

    def __init__(self, other: Analyst[SomeOpinion], says: Mapping[str, object]) -> None:
        self._other = other
        self._says = says
        self.asked = 0

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[SomeOpinion]:
        self.asked += 1
        draft = await self._other.opinion(brief, complaints)
        told = {**draft.opinion.model_dump(), **self._says}
        return replace(draft, opinion=type(draft.opinion).model_validate(told), engine="llm")
