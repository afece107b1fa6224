"""The case of either side."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, PrivateAttr

from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.dtos.wording import AgentAnswer, Confidence, InCapitals, Said, Text
from src.modules.debate.domain.model.enums import ArgumentStrength, DebateDirection


class SupportingArgument(AgentAnswer):
    """`dimension` is mostly the expert that it comes from; `evidence` names rows as `[technical_analyst:E7]`."""

    dimension: Said
    argument: Said
    evidence: Text
    strength: Annotated[ArgumentStrength, InCapitals]


class Rebuttal(AgentAnswer):
    """An answer to the other side's own words."""

    quote: Said
    answer: Said


class Argument(AgentAnswer):
    """What both sides have in common. `confidence`: how good the side thinks its own case is. `rebuttals`: from the
    second round on."""

    direction: Annotated[DebateDirection, InCapitals]
    confidence: Confidence
    core_thesis: Said
    supporting_arguments: list[SupportingArgument]
    rebuttals: list[Rebuttal] = Field(default_factory=list)
    _points: Mapping[str, ExpertPoint] = PrivateAttr(default_factory=dict)

    @property
    def points(self) -> Mapping[str, ExpertPoint]:
        """What the experts know of the texts that are quoted here, by the text."""
        return self._points

    def with_points(self, points: Mapping[str, ExpertPoint]) -> Self:
        copy = self.model_copy()
        copy._points = points
        return copy


class BullArgument(Argument):
    """The case for a rise, and what it grants to the other side."""

    acknowledged_risks: list[Text]
    price_catalysts: list[Text]


class BearArgument(Argument):
    """The case for a fall, and what it grants to the other side."""

    acknowledged_strengths: list[Text]
    risk_triggers: list[Text]
