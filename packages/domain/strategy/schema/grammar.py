"""The grammar of the strategy language, versions 1.0.0 and 2.0.0; `schema.json` beside it is written from here. Every
document of 1.0.0 is one of 2.0.0 too; what takes 2.0.0 is told by `semantics/expressions.py`."""

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.schema.containers import (
    ListOf,
    MapOf,
    Named,
    OneKey,
    RecordShape,
    VariantsShape,
)
from packages.domain.strategy.schema.portfolio import member_rule, portfolio
from packages.domain.strategy.schema.scalars import NumberShape, Shape, Text, Word
from packages.domain.strategy.schema.values import DEFINITIONS, LAG, NAME, PARAMETERS, REF, SERIES, SYMBOL, VALUE
from packages.domain.strategy.trade import StopsFrom

DSL_VERSION = "1.0.0"  # what is written where the strategy says nothing that takes a newer one
EXPRESSIONS_VERSION = "2.0.0"
DSL_VERSIONS = (DSL_VERSION, EXPRESSIONS_VERSION)
MOST_FACTORS = 100
MOST_TICKERS = 500

_FRACTION = "fraction_5_percent"

BARS = NumberShape("whole_number_of_bars", minimum=1, maximum=100_000, whole=True)
POSITIVE = NumberShape("number", above=0, maximum=1e12)
TIMEFRAME = Word(tuple(Timeframe))


def _distance(meaning: str, pct: NumberShape, points: NumberShape) -> VariantsShape:
    period = NumberShape("whole_number_of_bars", minimum=1, maximum=1000, whole=True)
    multiple = NumberShape("number_of_atrs", points.minimum, points.above, 100)
    return VariantsShape(
        meaning,
        "kind",
        {
            "points": RecordShape("points", {"value": points}),
            "pct": RecordShape("fraction_of_the_price", {"value": pct}),
            "atr_multiple": RecordShape("average_true_ranges", {"value": multiple}, {"period": period}),
        },
    )


_STOP_PCT = NumberShape("fraction_of_the_price", above=0, maximum=0.99, advice=_FRACTION)
_TARGET_PCT = NumberShape("fraction_of_the_price", above=0, maximum=10, advice=_FRACTION)
_OFFSET_PCT = NumberShape("fraction_of_the_price", minimum=0, maximum=0.99, advice=_FRACTION)
STOP = _distance("distance", _STOP_PCT, POSITIVE)
TARGET = _distance("distance", _TARGET_PCT, POSITIVE)
OFFSET = _distance("distance", _OFFSET_PCT, NumberShape("number", minimum=0, maximum=1e12))

COMPARISON = Word(("gt", "gte", "lt", "lte", "eq", "neq"))
NESTED = Named("condition", lambda: CONDITION)
CONDITION: Shape = OneKey(
    "condition",
    {
        "all": ListOf(NESTED, "conditions", 50),
        "any": ListOf(NESTED, "conditions", 50),
        "not": NESTED,
        "cmp": RecordShape("comparison", {"left": VALUE, "op": COMPARISON, "right": VALUE}),
        "cross": RecordShape("crossing", {"a": VALUE, "op": Word(("cross_above", "cross_below")), "b": VALUE}),
        "ref": REF,
        "within_bars": RecordShape("look_back", {"condition": NESTED, "bars": BARS}),
        "sequence": RecordShape(
            "conditions_one_after_another",
            {"steps": ListOf(NESTED, "conditions", 20, shortest=2), "within_bars": BARS},
        ),
        "bars_since": RecordShape("bars_since_a_condition", {"condition": NESTED, "op": COMPARISON, "bars": LAG}),
    },
)

_RESTING: dict[str, Shape] = {"valid_bars": BARS, "offset": OFFSET, "at": VALUE}
_WHERE = ("offset", "at")
ORDER = VariantsShape(
    "order",
    "type",
    {
        "market": RecordShape("market_order", {}),
        "limit": RecordShape("limit_order", {}, _RESTING, one_of=_WHERE),
        "stop": RecordShape("stop_order", {}, _RESTING, one_of=_WHERE),
    },
)
MOST_UNITS = 1000
_PART: dict[str, Shape] = {
    "fraction": NumberShape("fraction_of_the_position", above=0, maximum=0.99, advice="fraction_half"),
    "units": NumberShape("whole_number_of_units", minimum=1, maximum=MOST_UNITS, whole=True),
}
_TIMES = NumberShape("whole_number", minimum=1, maximum=100_000, whole=True)
PART = RecordShape("part_of_the_position", {}, _PART, one_of=tuple(_PART))
REPEATED_PART = RecordShape("part_of_the_position", {}, {**_PART, "times": _TIMES}, one_of=tuple(_PART))
EXIT = VariantsShape(
    "exit",
    "type",
    {
        "signal_exit": RecordShape("exit_on_a_signal", {"condition": NESTED}, {"part": REPEATED_PART}),
        "stop_loss": RecordShape("stop", {"stop": STOP}),
        "take_profit": RecordShape("target", {"target": TARGET}, {"part": PART}),
        "bracket_rr": RecordShape(
            "stop_with_its_target", {"stop": STOP, "risk_reward": NumberShape("ratio", above=0, maximum=100)}
        ),
        "trailing_stop": RecordShape("stop_that_follows", {"stop": STOP}),
        "time_exit": RecordShape("exit_after_some_bars", {"bars": BARS}),
    },
)
_EQUITY = NumberShape("fraction_of_the_equity", above=0, maximum=1, advice="fraction_half")
SIZING = VariantsShape(
    "position_size",
    "mode",
    {
        "fixed_qty": RecordShape("fixed_quantity", {"qty": POSITIVE}),
        "fixed_cash": RecordShape("fixed_amount_of_money", {"cash": POSITIVE}),
        "pct_equity": RecordShape("fraction_of_the_equity", {"pct": _EQUITY}),
        "vol_target": RecordShape(
            "yearly_volatility",
            {"target": NumberShape("yearly_volatility", above=0, maximum=5, advice="fraction_15_percent")},
            {
                "lookback": NumberShape("whole_number_of_bars", minimum=2, maximum=5000, whole=True),
                "max_leverage": NumberShape("multiple_of_the_equity", above=0, maximum=20),
            },
        ),
        "risk_per_trade": RecordShape("loss_at_the_stop", {"pct": _EQUITY}),
    },
)
SCALE_IN = RecordShape(
    "scaling_in",
    {"condition": NESTED, "max_units": NumberShape("whole_number_of_units", minimum=2, maximum=MOST_UNITS, whole=True)},
    {"order": ORDER, "position_sizing": SIZING, "stops_from": Word(tuple(StopsFrom))},
)
SIDE = RecordShape(
    "side",
    {
        "entry": RecordShape("entry", {"condition": NESTED, "order": ORDER}),
        "exits": ListOf(EXIT, "exits", 20),
        "position_sizing": SIZING,
    },
    {"scale_in": SCALE_IN},
)
FACTOR = RecordShape(
    "factor",
    {"type": NAME},
    {
        "params": PARAMETERS,
        "timeframe": TIMEFRAME,
    },
)
UNIVERSE = RecordShape(
    "universe",
    {"market": Word(tuple(Market))},
    {
        "tickers": ListOf(SYMBOL, "symbols", MOST_TICKERS, unique=True),
        "rule": member_rule(NESTED),
        "max_positions": NumberShape("whole_number", minimum=1, maximum=MOST_TICKERS, whole=True),
        "ranking": RecordShape(
            "ranking",
            {"by": SERIES},
            {"order": Word(("descending", "ascending"))},
        ),
    },
    some_of=("tickers", "rule"),
)
STRATEGY = RecordShape(
    "strategy",
    {
        "dsl_version": Word(DSL_VERSIONS),
        "strategy": RecordShape("head", {"name": Text("name", 1, 120)}, {"description": Text("text", 0, 2000)}),
        "universe": UNIVERSE,
        "timeframe": TIMEFRAME,
        "factors": MapOf(NAME, FACTOR, "factors", MOST_FACTORS),
    },
    {
        "trade": RecordShape("trades", {}, {"long": SIDE, "short": SIDE}, fewest=1),
        "portfolio": portfolio(NESTED),
    },
    one_of=("trade", "portfolio"),
)


def schema_document() -> dict[str, Json]:
    """The grammar as JSON Schema 2020-12, as it is committed beside this module."""
    head: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:parley:strategy:{EXPRESSIONS_VERSION}",
        "title": "Parley strategy",
    }
    named = {"condition": CONDITION, **DEFINITIONS}
    return head | STRATEGY.schema() | {"$defs": {name: shape.schema() for name, shape in named.items()}}
