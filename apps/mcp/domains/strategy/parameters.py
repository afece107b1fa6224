"""The parameters of the strategy tools, each described so that a model needs no manual."""

from typing import Annotated

from pydantic import AfterValidator, Field

from packages.contracts.strategy.tool_language import Way
from packages.core.messages import Language
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.indicator import Category
from packages.domain.strategy.json_patch import MOST_OPERATIONS
from packages.domain.strategy.json_tree import Json, measured
from packages.domain.strategy.model import Direction
from packages.domain.strategy.reading import DEEPEST, LONGEST_TEXT
from packages.domain.strategy.templates import Family, HoldingPeriod
from packages.domain.strategy.well_known.library import WellKnown

_LARGEST = 2**31 - 1
_LEVELS_OF_A_PATCH = 2
_LONG_ONLY = ", ".join(market.value for market in Market if not RULEBOOK[market].can_short)
_NO_CONTROLS = r"^[^\x00-\x1f]*$"


def _not_deep(value: Json) -> Json:
    """What changes something is compared with its repeat, and no deeper than this."""
    if measured(value)[1] > DEEPEST + _LEVELS_OF_A_PATCH:
        raise ValueError(f"it nests more than {DEEPEST} levels")
    return value


Dsl = Annotated[
    dict[str, object] | Annotated[str, Field(max_length=LONGEST_TEXT)],
    Field(
        description="The strategy: a JSON object with dsl_version, strategy, universe, timeframe, factors and trade, "
        "or the same as text in JSON or YAML. `templates` and `well_known` give whole examples, `indicator_catalog` "
        "what a factor may be."
    ),
]
OptionalDsl = Annotated[
    Dsl | None,
    AfterValidator(_not_deep),
    Field(description="The strategy, as validate_dsl takes it. Give either this or strategy_draft_id."),
]
StrategyId = Annotated[
    str,
    Field(max_length=100, description="The id of a saved strategy, from list_strategies or from upsert_dsl."),
]
OptionalStrategyId = Annotated[
    StrategyId | None,
    Field(description="The saved strategy to put a new version on, from list_strategies. Leave it out for a new one."),
]
DraftId = Annotated[
    str, Field(max_length=100, description="The strategy_draft_id that validate_dsl gave for a valid strategy.")
]
ResearchSessionId = Annotated[
    str,
    Field(
        pattern=r"^[0-9A-Za-z-]{1,36}$",
        description="The `research_session_id` of finished research, from research's `run` or `sessions`.",
    ),
]
ResearchDirection = Annotated[
    Direction,
    Field(
        description="long turns a verdict to buy into a long strategy. short turns a verdict to sell into a short one: "
        "only when the person asked for a short."
    ),
]
OptionalDraftId = Annotated[
    DraftId | None, Field(description="The strategy_draft_id of validate_dsl, instead of sending the dsl again.")
]
Version = Annotated[
    int | None,
    Field(ge=1, le=_LARGEST, description="A version number from list_versions; the newest without it."),
]
OldVersion = Annotated[
    int, Field(ge=1, le=_LARGEST, description="The version to go back to, a number from list_versions.")
]
FromVersion = Annotated[int, Field(ge=1, le=_LARGEST, description="The version to begin with, from list_versions.")]
ToVersion = Annotated[int, Field(ge=1, le=_LARGEST, description="The version to compare it with, from list_versions.")]
ExpectedVersion = Annotated[
    int,
    Field(
        ge=1,
        le=_LARGEST,
        description="The version that you read and mean to change. If somebody changed the strategy since, nothing "
        "happens and the error tells the current version: read it with get_dsl, then decide.",
    ),
]
OptionalExpectedVersion = Annotated[
    ExpectedVersion | None,
    Field(description="The version that you read and mean to replace; needed with strategy_id, and only then."),
]
Operations = Annotated[
    list[dict[str, object]],
    AfterValidator(_not_deep),
    Field(
        min_length=1,
        max_length=MOST_OPERATIONS,
        description="RFC 6902 operations, all or none: objects with op (add, remove, replace, move, copy, test), path "
        "(a JSON pointer into the dsl, such as /factors/ema_fast/params/period), and value or from.",
    ),
]
InLanguage = Annotated[
    Language, Field(description="The language of names and sentences: zh (Chinese) or en (English, the default).")
]
Limit = Annotated[int, Field(ge=1, le=50, description="How many to give at most, 1 to 50; 20 by default.")]
Offset = Annotated[int, Field(ge=0, le=10_000, description="How many to pass over: next_offset of the page before.")]
BeforeStrategy = Annotated[
    str | None,
    Field(
        max_length=36,
        pattern=r"^[0-9a-f-]*$",
        description="next_before of the page before, for older strategies; the newest without it.",
    ),
]
BeforeVersion = Annotated[
    int | None,
    Field(ge=1, le=_LARGEST, description="next_before of the page before, for older versions; the newest without it."),
]
NamePart = Annotated[
    str, Field(max_length=200, pattern=_NO_CONTROLS, description="A part of the name, in any case; all without it.")
]
Archived = Annotated[bool, Field(description="True for those that were deleted; by default those that are in use.")]
IndicatorName = Annotated[
    str | None,
    Field(max_length=60, description="The exact name of one indicator, such as ema, to be told about it in full."),
]
IndicatorWord = Annotated[
    str, Field(max_length=100, description="A word of the name or the description, Chinese or English; all without it.")
]
IndicatorCategory = Annotated[
    Category | None, Field(description="trend, momentum, volatility, volume or statistics; all without it.")
]
TemplateFamily = Annotated[
    Family | None,
    Field(
        description="What the strategy believes in: trend_continuation, mean_reversion or volatility_regime; with a "
        "symbol the template is given in full, without a family all are listed."
    ),
]
TemplateSymbol = Annotated[
    str | None,
    Field(
        max_length=60,
        description="What it shall trade: 000001.SZ, AAPL, BTC-USD, EURUSD=X, ES=F; needed for a template in full.",
    ),
]
TemplateHolding = Annotated[
    HoldingPeriod,
    Field(
        description="How long a position is meant to last: intraday_scalp, intraday, swing_days (default) or "
        "position_weeks_plus."
    ),
]
TemplateTimeframe = Annotated[
    Timeframe | None,
    Field(description="One of the timeframes that the list tells for the holding period; its usual one without it."),
]
TemplateDirection = Annotated[
    Way,
    Field(description=f"Which way it may trade: long (default), short or both. Long only: {_LONG_ONLY}."),
]
KnownStrategy = Annotated[
    WellKnown | None, Field(description="One of the list, to be given in full; all are listed without it.")
]
