"""The tables of a valuation on the wire: kind of business, methods, targets, peers and sensitivity."""

from typing import Literal

from src.modules.research.presentation.rest.report_parts import ResearchModel


class BusinessOut(ResearchModel):
    """What kind of business the company is valued as, how that is known, and the methods that it implies."""

    kind: Literal[
        "bank",
        "insurer",
        "casualty_insurer",
        "health_insurer",
        "broker",
        "property",
        "cyclical",
        "growth",
        "holding",
        "ordinary",
    ]
    label: str
    because: str
    reason: str
    methods: list[str]


class MethodValueOut(ResearchModel):
    """What one method makes a share worth. `refused`: too far from the price; `absent`: with its reason. `tag`: the
    evidence row of the value."""

    method: str
    label: str
    status: Literal["used", "refused", "absent"]
    low: float | None
    value: float | None
    high: float | None
    weight: float
    reason: str
    tag: str | None


class TargetScenarioOut(ResearchModel):
    """A target price with its probability; `change` is from the price."""

    case: Literal["bear", "base", "bull"]
    label: str
    probability: float
    target: float
    change: float
    tag: str | None


class PeerComparisonOut(ResearchModel):
    """One multiple against the stored companies of the industry; `place` is from the top."""

    multiple: str
    industry: str
    count: float
    median: float
    premium: float
    place: float
    tag: str | None


class SensitivityCellOut(ResearchModel):
    down: float
    across: float
    value: float


class SensitivityOut(ResearchModel):
    """The value per share of the leading method under its two main assumptions."""

    method: str
    label: str
    down: Literal["discount", "terminal", "roe", "margin"]
    across: Literal["discount", "terminal", "roe", "margin"]
    cells: list[SensitivityCellOut]
