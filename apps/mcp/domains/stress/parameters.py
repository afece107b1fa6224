"""What the stress tools take, each with the words that a model needs to fill it in."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from apps.mcp.run_parameters import ID
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import CrisisWindow, custom_window
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.plan import Kind
from packages.domain.stress.monte_carlo.asked import FEWEST_PATHS
from packages.domain.stress.optimise.request import Goal, OptimisationLimits
from packages.domain.stress.verdict.parts import StressPart

_Day = Annotated[date, Field(ge=date(1900, 1, 1), le=date(2200, 1, 1))]
_CrisisKey = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
_Pointer = Annotated[str, Field(pattern=r"^/[^\x00-\x1f]{0,299}$")]

OneMarket = Annotated[Market, Field(description="Whose crises.")]
StressReportId = Annotated[
    str, Field(pattern=ID, description="`stress_report_id` of a stress test of this person: from `create` or `list`.")
]
ScenarioSetId = Annotated[
    str | None,
    Field(
        pattern=ID,
        description="`scenario_set_id` from create_scenario_set: what is to be tried. Default: a new set of all that "
        "the kind asks for, with the lab's usual numbers.",
    ),
]
OneKind = Annotated[
    Kind | None,
    Field(
        description="One part of the lab, or full for all of them: only full can lead to a pass. Leave it out with a "
        "scenario_set_id. Default: full."
    ),
]
Parts = Annotated[
    tuple[StressPart, ...],
    Field(min_length=1, max_length=5, description="What to measure. A pass needs all five, which are the default."),
]
Crises = Annotated[
    tuple[_CrisisKey, ...] | None,
    Field(max_length=40, description="Keys from list_windows. Default: all crises of the strategy's market."),
]
Worlds = Annotated[
    tuple[World, ...],
    Field(
        min_length=1,
        max_length=4,
        description="How invented price histories are drawn: block_bootstrap, regime_switching, jump_diffusion, garch. "
        "Default: all four. The trades are shuffled besides.",
    ),
]
Paths = Annotated[int, Field(ge=FEWEST_PATHS, le=20_000, description="Simulated paths per model; more take longer.")]
Horizon = Annotated[
    int | None,
    Field(ge=2, le=100_000, description="Length of an invented history in bars. Default: as many as there are."),
]
RuinLevel = Annotated[
    float, Field(ge=0, lt=1, description="Ruin is when this fraction of the money is left: 0.5 is half.")
]
DeclaredTrials = Annotated[
    int,
    Field(
        ge=0,
        le=1_000_000,
        description="How many variants of the idea the person tried outside the desk, in their own words; they count "
        "against the result like any other trial. 0 where they tried none.",
    ),
]
Before = Annotated[
    str | None, Field(pattern=ID, description="`next_before` of the page before. Default: begin with the newest.")
]
OptimisationId = Annotated[
    str, Field(pattern=ID, description="`optimisation_id` of this person: from `optimise` or list_optimisations.")
]
Goals = Annotated[
    tuple[Goal, ...],
    Field(
        min_length=1,
        max_length=4,
        description="What to look for: sharpe, total_return, return_over_drawdown, max_drawdown (the shallowest). One "
        "gives the best, several give a front. Default: sharpe.",
    ),
]
Pointers = Annotated[
    tuple[_Pointer, ...] | None,
    Field(
        min_length=1,
        max_length=100,
        description="JSON pointers of the numbers that may change, as the strategy's tunables name them, such as "
        "/factors/ema_20/params/period. Default: every number of the rules.",
    ),
]
Trials = Annotated[
    int, Field(ge=10, le=2_000, description="Variants to try. Each is counted against the strategy for good.")
]
Grid = Annotated[
    int | None,
    Field(
        ge=2,
        le=1_000,
        description="Run every combination of at most so many values of each number instead of searching: at most "
        "1,000,000 variants (5,000 of portfolios and of positions in parts), so name a few pointers. Each is counted; "
        "`trials` is not looked at. Default: search.",
    ),
]
Holdout = Annotated[
    float, Field(ge=0.1, le=0.5, description="Share of the bars, at the end, that the search never sees.")
]


class WindowGiven(BaseModel):
    """Days of the market that the person wants to be tried, both included."""

    model_config = ConfigDict(extra="forbid")

    start: _Day = Field(description="First day, as 2020-02-19.")
    end: _Day = Field(description="Last day; at most 15 years after the first.")
    name: str | None = Field(
        None, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$", description="What happened then. Default: the days."
    )

    def window(self) -> CrisisWindow:
        return custom_window(self.start, self.end, self.name)


OwnWindows = Annotated[
    tuple[WindowGiven, ...],
    Field(max_length=20, description="Stretches of days of the person's own, besides the crises."),
]


class SearchLimits(BaseModel):
    """What a variant has to keep on the bars that it is fitted on."""

    model_config = ConfigDict(extra="forbid")

    fewest_trades: int = Field(10, ge=1, le=100_000, description="Closed trades, at least.")
    deepest_drawdown: float | None = Field(None, ge=-1, le=0, description="Such as -0.2: no deeper than a fifth.")
    least_return: float | None = Field(None, ge=-1, le=1e6, description="Total return; 0.1 is 10 %.")
    least_sharpe: float | None = Field(None, ge=-100, le=100, description="Sharpe ratio a year, at least.")

    def limits(self) -> OptimisationLimits:
        return OptimisationLimits(**self.model_dump())


FindLimits = Annotated[
    SearchLimits | None,
    Field(description="What a variant has to keep on the fitted bars. Default: at least 10 trades, nothing else."),
]
