"""The pieces of experts' reports that a page draws: quarters, red flags, chart levels, dates ahead."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class ResearchModel(BaseModel):
    """Refuses fields that are not declared."""

    model_config = ConfigDict(extra="forbid")


class ChartLevelOut(ResearchModel):
    """A price to draw, with the tag of its figure. `kind`: support, resistance, moving_average or extreme."""

    kind: Literal["support", "resistance", "moving_average", "extreme"]
    name: str
    price: float
    tag: str


class QuarterOut(ResearchModel):
    """Three months; null where the reports do not tell."""

    period_end: str
    revenue: float | None = None
    net_profit: float | None = None
    net_margin: float | None = None
    operating_cash_flow: float | None = None


class RedFlagOut(ResearchModel):
    """`line`: the line of the statements it rests on; `tags` its figures among the evidence; `rows` what is behind."""

    flag: str
    severe: bool
    line: str
    tags: list[str]
    rows: list[str]


class UpcomingEventOut(ResearchModel):
    """A date ahead. `expected`: worked out from how it went before, not announced. `direction`: which way it cuts."""

    day: str
    kind: Literal["earnings", "dividend", "meeting", "unlock", "index", "policy", "macro", "other"]
    title: str
    expected: bool
    direction: Literal["positive", "neutral", "negative"]
    why: str
    tag: str
