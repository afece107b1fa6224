"""The grammar of the strategy language, version 1.0.0; `schema.json` beside it is written from here."""

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.schema.containers import ListOf, MapOf, Named, NumberOr, OneKey, Record, Variants
from packages.domain.strategy.schema.scalars import Number, Shape, Text, Word

DSL_VERSION = "1.0.0"
MOST_FACTORS = 100
MOST_TICKERS = 500

_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,63}"
_FRACTION = "fraction_5_percent"
_LOOKS_BACK = "lag_looks_back"

NAME = Text("plain_name", 1, 64, _NAME)
REF = Text(
    "ref",
    shortest=1,
    longest=129,
    pattern=rf"{_NAME}(\.{_NAME})?",
)
LAG = Number("whole_number_of_bars", minimum=0, maximum=5000, whole=True, advice=_LOOKS_BACK)
BARS = Number("whole_number_of_bars", minimum=1, maximum=100_000, whole=True)
POSITIVE = Number("number", above=0, maximum=1e12)
TIMEFRAME = Word(tuple(Timeframe))


def _distance(meaning: str, pct: Number, points: Number) -> Variants:
    period = Number("whole_number_of_bars", minimum=1, maximum=1000, whole=True)
    multiple = Number("number_of_atrs", points.minimum, points.above, 100)
    return Variants(
        meaning,
        "kind",
        {
            "points": Record("points", {"value": points}),
            "pct": Record("fraction_of_the_price", {"value": pct}),
            "atr_multiple": Record("average_true_ranges", {"value": multiple}, {"period": period}),
        },
    )


_STOP_PCT = Number("fraction_of_the_price", above=0, maximum=0.99, advice=_FRACTION)
_TARGET_PCT = Number("fraction_of_the_price", above=0, maximum=10, advice=_FRACTION)
_OFFSET_PCT = Number("fraction_of_the_price", minimum=0, maximum=0.99, advice=_FRACTION)
STOP = _distance("distance", _STOP_PCT, POSITIVE)
TARGET = _distance("distance", _TARGET_PCT, POSITIVE)
OFFSET = _distance("distance", _OFFSET_PCT, Number("number", minimum=0, maximum=1e12))

OPERAND = NumberOr(Number(), Record("value", {"ref": REF}, {"lag": LAG}))
COMPARISON = Word(("gt", "gte", "lt", "lte", "eq", "neq"))
NESTED = Named("condition", lambda: CONDITION)
CONDITION: Shape = OneKey(
    "condition",
    {
        "all": ListOf(NESTED, "conditions", 50),
        "any": ListOf(NESTED, "conditions", 50),
        "not": NESTED,
        "cmp": Record("comparison", {"left": OPERAND, "op": COMPARISON, "right": OPERAND}),
        "cross": Record("crossing", {"a": OPERAND, "op": Word(("cross_above", "cross_below")), "b": OPERAND}),
        "ref": REF,
        "within_bars": Record("look_back", {"condition": NESTED, "bars": BARS}),
        "sequence": Record(
            "conditions_one_after_another",
            {"steps": ListOf(NESTED, "conditions", 20, shortest=2), "within_bars": BARS},
        ),
        "bars_since": Record("bars_since_a_condition", {"condition": NESTED, "op": COMPARISON, "bars": LAG}),
    },
)

_RESTING = {"valid_bars": BARS}
ORDER = Variants(
    "order",
    "type",
    {
        "market": Record("market_order", {}),
        "limit": Record("limit_order", {"offset": OFFSET}, _RESTING),
        "stop": Record("stop_order", {"offset": OFFSET}, _RESTING),
    },
)
EXIT = Variants(
    "exit",
    "type",
    {
        "signal_exit": Record("exit_on_a_signal", {"condition": NESTED}),
        "stop_loss": Record("stop", {"stop": STOP}),
        "take_profit": Record("target", {"target": TARGET}),
        "bracket_rr": Record(
            "stop_with_its_target", {"stop": STOP, "risk_reward": Number("ratio", above=0, maximum=100)}
        ),
        "trailing_stop": Record("stop_that_follows", {"stop": STOP}),
        "time_exit": Record("exit_after_some_bars", {"bars": BARS}),
    },
)
_EQUITY = Number("fraction_of_the_equity", above=0, maximum=1, advice="fraction_half")
SIZING = Variants(
    "position_size",
    "mode",
    {
        "fixed_qty": Record("fixed_quantity", {"qty": POSITIVE}),
        "fixed_cash": Record("fixed_amount_of_money", {"cash": POSITIVE}),
        "pct_equity": Record("fraction_of_the_equity", {"pct": _EQUITY}),
        "vol_target": Record(
            "yearly_volatility",
            {"target": Number("yearly_volatility", above=0, maximum=5, advice="fraction_15_percent")},
            {
                "lookback": Number("whole_number_of_bars", minimum=2, maximum=5000, whole=True),
                "max_leverage": Number("multiple_of_the_equity", above=0, maximum=20),
            },
        ),
        "risk_per_trade": Record("loss_at_the_stop", {"pct": _EQUITY}),
    },
)
SIDE = Record(
    "side",
    {
        "entry": Record("entry", {"condition": NESTED, "order": ORDER}),
        "exits": ListOf(EXIT, "exits", 20),
        "position_sizing": SIZING,
    },
)
FACTOR = Record(
    "factor",
    {"type": NAME},
    {
        "params": MapOf(NAME, NumberOr(Number(), Text("text", 1)), "parameters", 40),
        "timeframe": TIMEFRAME,
    },
)
UNIVERSE = Record(
    "universe",
    {
        "market": Word(tuple(Market)),
        "tickers": ListOf(Text("symbol", 1, 40), "symbols", MOST_TICKERS, unique=True),
    },
    {
        "max_positions": Number("whole_number", minimum=1, maximum=MOST_TICKERS, whole=True),
        "ranking": Record(
            "ranking",
            {"by": Record("value", {"ref": REF}, {"lag": LAG})},
            {"order": Word(("descending", "ascending"))},
        ),
    },
)
STRATEGY = Record(
    "strategy",
    {
        "dsl_version": Word((DSL_VERSION,)),
        "strategy": Record("head", {"name": Text("name", 1, 120)}, {"description": Text("text", 0, 2000)}),
        "universe": UNIVERSE,
        "timeframe": TIMEFRAME,
        "factors": MapOf(NAME, FACTOR, "factors", MOST_FACTORS),
        "trade": Record("trades", {}, {"long": SIDE, "short": SIDE}, fewest=1),
    },
)


def schema_document() -> dict[str, Json]:
    """The grammar as JSON Schema 2020-12, as it is committed beside this module."""
    head: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:parley:strategy:{DSL_VERSION}",
        "title": "Parley strategy",
    }
    return head | STRATEGY.schema() | {"$defs": {"condition": CONDITION.schema()}}
