"""What the routes of the debate take, and what a debate may cost; its outcome is given as it is."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StringConstraints

from src.modules.debate.domain.cost import DebateCost
from src.modules.debate.domain.exceptions import MOST_ROUNDS

Symbol = Annotated[str, Field(strict=True), StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class DebateRunIn(BaseModel):
    """Each expert as its raw result, as signal, confidence, reasoning and risk_warning, or as `{status, data}`."""

    symbol: Symbol = Field(description="As 000001.SZ, AAPL, BTC-USD.")
    expert_results: dict[str, dict[str, Any] | None] = Field(min_length=1)
    rounds: StrictInt = Field(default=1, ge=1, le=MOST_ROUNDS, description="Each further round costs two questions.")


class DebateCostOut(BaseModel):
    """What a debate would ask and may cost; `cost_at_most` null: the price of the model is not known."""

    model_config = ConfigDict(protected_namespaces=())

    engine: Literal["rules", "llm"]
    rounds: int
    model: str | None
    model_calls: int
    model_calls_at_most: int
    cost_at_most: Decimal | None
    currency: Literal["USD"] = "USD"

    @classmethod
    def of(cls, cost: DebateCost) -> "DebateCostOut":
        return cls(
            engine=cost.engine.value,
            rounds=cost.rounds,
            model=cost.model,
            model_calls=cost.model_calls,
            model_calls_at_most=cost.model_calls_at_most,
            cost_at_most=cost.cost_at_most,
        )
