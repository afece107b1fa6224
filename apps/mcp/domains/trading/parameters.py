"""What the trading tools take, each with the words that a model needs to fill it in."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import AwareDatetime, Field

from packages.domain.trading.broker import Mode
from packages.domain.trading.risk.limits import LimitName

_ID = r"^[0-9A-Za-z_-]{1,64}$"
_LINE = r"^[^\x00-\x1f\x7f]*$"

DeploymentId = Annotated[
    str, Field(pattern=_ID, description="Of a deployment of this person: from list_deployments or create_deployment.")
]
StrategyId = Annotated[str, Field(pattern=_ID, description="Of a stored strategy of this person.")]
Version = Annotated[
    int | None, Field(ge=1, le=1_000_000, description="Which version of the strategy. Default: its newest.")
]
AccountId = Annotated[
    str | None,
    Field(
        pattern=_ID,
        description="`broker_account_id` from list_accounts, of one that is not busy. Default: a paper account of the "
        "desk's own that is free, opened where there is none.",
    ),
]
Money = Annotated[
    Mode,
    Field(
        description="`paper` is paper money. `live` is refused: only a person deploys real money, in the page. For "
        "`replay` call the tool of that name."
    ),
]
Cash = Annotated[
    Decimal | None,
    Field(gt=0, le=10**12, description="Money to trade with, in the market's currency. Default: 100000."),
]
ReplayFrom = Annotated[
    date | None,
    Field(description="The market's day to begin with, as 2024-01-02. Default: shortly before it would have traded."),
]
OwnLimits = Annotated[
    dict[LimitName, Annotated[Decimal, Field(ge=0, le=10**15)]] | None,
    Field(
        description="Stricter limits of this deployment, by name: trade_loss (at a stop), daily_loss, drawdown and "
        "price_collar are fractions (0.02 is 2 %), position_share and symbol_exposure fractions of the equity, "
        "gross_exposure times the equity, position_value and capital money, orders_a_minute, orders_an_hour and "
        "orders_a_day whole numbers, stale_data seconds that a due bar may be missing. The person's and the desk's "
        "limits hold beside them; the strictest counts. Default: none.",
    ),
]
OverrideReason = Annotated[
    str | None,
    Field(
        max_length=500,
        pattern=_LINE,
        description="Leave this out. Only the person can override the stress lab, in their own words: any reason given "
        "here is refused.",
    ),
]
Reason = Annotated[str, Field(max_length=500, pattern=_LINE, description="Why, in the person's words; it is recorded.")]
Flatten = Annotated[
    bool,
    Field(
        description="True orders every position out at the market; false keeps positions and only cancels entries. Ask "
        "the person which. With live money true is refused: a person does it in the page."
    ),
]
Limit = Annotated[int, Field(ge=1, le=50, description="How many to tell at most, 1 to 50.")]
Offset = Annotated[int, Field(ge=0, le=100_000, description="How many to pass over: `next` of the page before.")]
Before = Annotated[int | None, Field(ge=1, le=10**12, description="`next` of the page before. Default: the newest.")]
BeforeId = Annotated[str | None, Field(pattern=_ID, description="`next` of the page before. Default: the newest.")]
Symbols = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=40, pattern=_LINE)]],
    Field(min_length=1, max_length=50, description="The symbols that may be entered, as the strategy names them."),
]
MostMoney = Annotated[
    Decimal, Field(gt=0, le=10**12, description="The most that all these entries may cost together, in money.")
]
Until = Annotated[
    AwareDatetime,
    Field(description="When the approval ends, as 2026-05-01T20:00:00Z: in the future, at most 30 days away."),
]
