"""What the routes of backtests take."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AwareDatetime, Field

from apps.api.schemas.requests import PlainText, Request
from packages.domain.backtest.financing import Financing
from packages.domain.backtest.jobs.drafts import DraftRequest
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.terms import Costs

Day = Annotated[date, Field(strict=False)]
Fraction = Annotated[float, Field(ge=0, lt=1)]
Money = Annotated[float, Field(ge=0, lt=1e9)]


class CostsBody(Request):
    """Fractions of the traded amount, but for `commission_per_share` and `commission_minimum`, which are money."""

    commission_rate: Fraction = 0.0
    commission_per_share: Money = 0.0
    commission_minimum: Money = 0.0
    slippage: Fraction = 0.0
    spread: Fraction = 0.0
    impact: Money = 0.0


class FinancingBody(Request):
    """Yearly rates as fractions; what is left out is the house rate of the market (0 without shorts and leverage)."""

    borrow_rate: Fraction | None = None
    interest_rate: Fraction | None = None
    funding_rate: Fraction | None = None

    def financing(self) -> Financing:
        return Financing(**self.model_dump())


class BacktestBody(Request):
    """A stored strategy by its id, or a document; everything else may be left out."""

    strategy_id: Annotated[str, Field(max_length=36)] | None = None
    version: Annotated[int, Field(ge=1)] | None = None
    document: dict[str, Any] | None = None
    start: Day | None = None
    end: Day | None = None
    cash: Annotated[Decimal, Field(strict=False, gt=0, le=10**15)] | None = None
    costs: CostsBody | None = None
    financing: FinancingBody = Field(default_factory=FinancingBody)
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    as_of: Annotated[AwareDatetime, Field(strict=False)] | None = None
    idempotency_key: Annotated[PlainText, Field(min_length=1, max_length=200)] | None = None

    def request(self) -> BacktestRequest:
        asked = self.model_dump(exclude={"costs", "financing", "idempotency_key"})
        return BacktestRequest(**asked, costs=costs_of(self.costs), financing=self.financing.financing())


def costs_of(body: CostsBody | None) -> Costs | None:
    """None stands for the usual costs of the market."""
    return None if body is None else Costs(**body.model_dump())


class DraftBody(Request):
    """A document as it is being edited; with a strategy, its trials count there. The latest draft of an `editor`
    wins: the one before it is answered with 409 and counts for nothing."""

    document: dict[str, Any]
    strategy_id: Annotated[str, Field(max_length=36)] | None = None
    start: Day | None = None
    end: Day | None = None
    cash: Annotated[Decimal, Field(strict=False, gt=0, le=10**15)] | None = None
    leverage: Annotated[float, Field(gt=0, le=20)] | None = None
    editor: Annotated[PlainText, Field(max_length=36)] = ""

    def request(self) -> DraftRequest:
        asked = self.model_dump(exclude={"strategy_id", "editor"})
        return DraftRequest(BacktestRequest(**asked), self.strategy_id, self.editor)
