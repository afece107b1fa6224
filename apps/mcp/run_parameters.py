"""The parameters that backtests, stress tests and optimisations share: a stored strategy and what it is run on."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from packages.domain.backtest.financing import Financing
from packages.domain.backtest.terms import Costs

ID = r"^[0-9A-Za-z-]{1,36}$"
_OLDEST, _LAST = date(1900, 1, 1), date(2200, 1, 1)
_Share = Annotated[float, Field(ge=0, lt=1)]
_Sum = Annotated[float, Field(ge=0, lt=1_000_000)]

StrategyId = Annotated[
    str, Field(pattern=ID, description="`strategy_id` of a stored strategy of this person, from the strategy tools.")
]
OnlyStrategy = Annotated[
    str | None, Field(pattern=ID, description="`strategy_id`, to see only what belongs to it. Default: all strategies.")
]
Version = Annotated[
    int | None, Field(ge=1, le=1_000_000, description="Which version of the strategy. Default: its newest.")
]
Start = Annotated[
    date | None,
    Field(ge=_OLDEST, le=_LAST, description="First day, as 2020-01-31. Default: the first day that is stored."),
]
End = Annotated[
    date | None, Field(ge=_OLDEST, le=_LAST, description="Last day, included. Default: the last day that is stored.")
]
Cash = Annotated[
    Decimal | None,
    Field(
        ge=1,
        le=10**12,
        max_digits=15,
        decimal_places=2,
        description="Initial capital, in the market's currency. Default: 100000.",
    ),
]
Seed = Annotated[
    int, Field(ge=0, le=2**31 - 1, description="What chance is drawn from: the same seed gives the same result.")
]
OtherSeed = Annotated[
    int | None,
    Field(
        ge=0,
        le=2**31 - 1,
        description="Leave it out: the seed then follows from rules, data and terms. Every other seed is shown beside "
        "the verdict, which is the worst of all.",
    ),
]
Limit = Annotated[int, Field(ge=1, le=20, description="How many to tell at once.")]


class CostsGiven(BaseModel):
    """What trading costs; what is left out costs nothing."""

    model_config = ConfigDict(extra="forbid")

    commission_rate: _Share = Field(0.0, description="Fraction of the traded amount: 0.001 is 0.1 %.")
    commission_per_share: _Sum = Field(0.0, description="Money for each share.")
    commission_minimum: _Sum = Field(0.0, description="Least money for each fill.")
    slippage: _Share = Field(0.0, description="Fraction of the price that each fill is worse by.")
    spread: _Share = Field(0.0, description="The whole spread as a fraction of the price; a fill pays half.")
    impact: _Sum = Field(0.0, description="Market impact: times volatility times the root of the share of the volume.")

    def costs(self) -> Costs:
        return Costs(**self.model_dump())


TradingCosts = Annotated[
    CostsGiven | None,
    Field(description="What trading costs. Default: what a private account in this market is commonly charged."),
]


class FinancingGiven(BaseModel):
    """Yearly rates of shorts and leverage; what is left out is the house rate of the market."""

    model_config = ConfigDict(extra="forbid")

    borrow_rate: _Share | None = Field(None, description="What a short pays on its value: 0.03 is 3 % a year.")
    interest_rate: _Share | None = Field(None, description="What borrowed cash pays.")
    funding_rate: _Share | None = Field(None, description="Funding of perpetual contracts, on shorts and leverage.")


FinancingRates = Annotated[
    FinancingGiven | None,
    Field(description="What shorts and leverage cost a year. Default: the house rates of the market."),
]


def financing_of(given: FinancingGiven | None) -> Financing:
    return Financing() if given is None else Financing(**given.model_dump())


def costs_of(given: CostsGiven | None) -> Costs | None:
    """None stands for the usual costs of the market."""
    return None if given is None else given.costs()
