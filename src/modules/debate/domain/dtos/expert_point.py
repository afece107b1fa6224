"""A sentence of an expert with what the expert knows of it, where it says so in fields."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from src.modules.debate.domain.dtos.wording import Said
from src.modules.debate.domain.model.enums import RiskLevel, Stance


class ExitLevel(BaseModel):
    """A level of the chart as the report writes it, at which one may leave."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    kind: Literal["support", "resistance"]
    name: Said
    price: Said


class ExpertPoint(BaseModel):
    """`side` None: it speaks for nobody. `probability` and `impact` None: nothing but the figures say it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: Said
    side: Stance | None = None
    kind: Literal["argument", "grant", "warning", "refutation"] = "argument"
    level: ExitLevel | None = None
    probability: RiskLevel | None = None
    impact: RiskLevel | None = None

    @property
    def is_risk(self) -> bool:
        return self.kind in ("warning", "refutation")
