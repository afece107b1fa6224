"""The case of either side."""

from typing import Annotated

from pydantic import Field

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


class BullArgument(Argument):
    """The case for a rise, and what it grants to the other side."""

    acknowledged_risks: list[Text]
    price_catalysts: list[Text]


class BearArgument(Argument):
    """The case for a fall, and what it grants to the other side."""

    acknowledged_strengths: list[Text]
    risk_triggers: list[Text]
