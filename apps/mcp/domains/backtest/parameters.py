"""What the backtest tools take, each with the words that a model needs to fill it in."""

from typing import Annotated

from pydantic import Field

from apps.mcp.run_parameters import ID
from packages.domain.backtest.trades import ExitReason
from packages.domain.strategy.model import Direction

BacktestJobId = Annotated[
    str, Field(pattern=ID, description="`backtest_job_id` of a backtest of this person: from create_job or list_jobs.")
]
Before = Annotated[
    str | None, Field(pattern=ID, description="`next_before` of the page before. Default: begin with the newest.")
]
Offset = Annotated[
    int, Field(ge=0, le=10_000_000, description="How many trades to skip: `next_offset` of the page before.")
]
TradesAtOnce = Annotated[int, Field(ge=1, le=50, description="How many trades to tell.")]
OnlyDirection = Annotated[Direction | None, Field(description="Only long or only short trades. Default: both.")]
OnlyExit = Annotated[ExitReason | None, Field(description="Only trades that ended for this reason. Default: all.")]
Points = Annotated[
    int, Field(ge=10, le=200, description="At most how many points; peaks and troughs are kept when it is thinned.")
]
