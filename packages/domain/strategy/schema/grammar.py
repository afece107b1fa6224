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
_FRACTION = "Write a fraction: 0.05 is 5 %."
_LOOKS_BACK = "A lag looks back: 0 is this bar, 1 the bar before; the future is not known."

NAME = Text("a name of letters, digits and underscores", 1, 64, _NAME)
REF = Text(
    'the name of a price (open, high, low, close), volume or a factor, or "factor.output"',
    shortest=1,
    longest=129,
    pattern=rf"{_NAME}(\.{_NAME})?",
)
LAG = Number("a whole number of bars", minimum=0, maximum=5000, whole=True, advice=_LOOKS_BACK)
BARS = Number("a whole number of bars", minimum=1, maximum=100_000, whole=True)
POSITIVE = Number("a number", above=0, maximum=1e12)
TIMEFRAME = Word(tuple(Timeframe))


def _distance(meaning: str, pct: Number, points: Number) -> Variants:
    period = Number("a whole number of bars", minimum=1, maximum=1000, whole=True)
    multiple = Number("a number of average true ranges", points.minimum, points.above, 100)
    return Variants(
        meaning,
        "kind",
        {
            "points": Record("points", {"value": points}),
            "pct": Record("a fraction of the price", {"value": pct}),
            "atr_multiple": Record("average true ranges", {"value": multiple}, {"period": period}),
        },
    )


_STOP_PCT = Number("a fraction of the price", above=0, maximum=0.99, advice=_FRACTION)
_TARGET_PCT = Number("a fraction of the price", above=0, maximum=10, advice=_FRACTION)
_OFFSET_PCT = Number("a fraction of the price", minimum=0, maximum=0.99, advice=_FRACTION)
STOP = _distance("a distance", _STOP_PCT, POSITIVE)
TARGET = _distance("a distance", _TARGET_PCT, POSITIVE)
OFFSET = _distance("a distance", _OFFSET_PCT, Number("a number", minimum=0, maximum=1e12))

OPERAND = NumberOr(Number(), Record("a value", {"ref": REF}, {"lag": LAG}))
COMPARISON = Word(("gt", "gte", "lt", "lte", "eq", "neq"))
NESTED = Named("condition", lambda: CONDITION)
CONDITION: Shape = OneKey(
    "a condition",
    {
        "all": ListOf(NESTED, "conditions", 50),
        "any": ListOf(NESTED, "conditions", 50),
        "not": NESTED,
        "cmp": Record("a comparison", {"left": OPERAND, "op": COMPARISON, "right": OPERAND}),
        "cross": Record("a crossing", {"a": OPERAND, "op": Word(("cross_above", "cross_below")), "b": OPERAND}),
        "ref": REF,
        "within_bars": Record("a look back", {"condition": NESTED, "bars": BARS}),
        "sequence": Record(
            "conditions one after another",
            {"steps": ListOf(NESTED, "conditions", 20, shortest=2), "within_bars": BARS},
        ),
        "bars_since": Record("bars since a condition", {"condition": NESTED, "op": COMPARISON, "bars": LAG}),
    },
)

_RESTING = {"valid_bars": BARS}
ORDER = Variants(
    "an order",
    "type",
    {
        "market": Record("a market order", {}),
        "limit": Record("a limit order", {"offset": OFFSET}, _RESTING),
        "stop": Record("a stop order", {"offset": OFFSET}, _RESTING),
    },
)
EXIT = Variants(
    "an exit",
    "type",
    {
        "signal_exit": Record("an exit on a signal", {"condition": NESTED}),
        "stop_loss": Record("a stop", {"stop": STOP}),
        "take_profit": Record("a target", {"target": TARGET}),
        "bracket_rr": Record(
            "a stop with its target", {"stop": STOP, "risk_reward": Number("a ratio", above=0, maximum=100)}
        ),
        "trailing_stop": Record("a stop that follows", {"stop": STOP}),
        "time_exit": Record("an exit after some bars", {"bars": BARS}),
    },
)
_EQUITY = Number("a fraction of the equity", above=0, maximum=1, advice="Write a fraction: 0.5 is half of the equity.")
SIZING = Variants(
    "a position size",
    "mode",
    {
        "fixed_qty": Record("a fixed quantity", {"qty": POSITIVE}),
        "fixed_cash": Record("a fixed amount of money", {"cash": POSITIVE}),
        "pct_equity": Record("a fraction of the equity", {"pct": _EQUITY}),
        "vol_target": Record(
            "a yearly volatility",
            {"target": Number("a yearly volatility", above=0, maximum=5, advice="Write a fraction: 0.15 is 15 %.")},
            {
                "lookback": Number("a whole number of bars", minimum=2, maximum=5000, whole=True),
                "max_leverage": Number("a multiple of the equity", above=0, maximum=20),
            },
        ),
        "risk_per_trade": Record("a loss at the stop", {"pct": _EQUITY}),
    },
)
SIDE = Record(
    "a side",
    {
        "entry": Record("an entry", {"condition": NESTED, "order": ORDER}),
        "exits": ListOf(EXIT, "exits", 20),
        "position_sizing": SIZING,
    },
)
FACTOR = Record(
    "a factor",
    {"type": NAME},
    {
        "params": MapOf(NAME, NumberOr(Number(), Text("a text", 1)), "parameters", 40),
        "timeframe": TIMEFRAME,
    },
)
UNIVERSE = Record(
    "a universe",
    {
        "market": Word(tuple(Market)),
        "tickers": ListOf(Text("a symbol", 1, 40), "symbols", MOST_TICKERS, unique=True),
    },
    {
        "max_positions": Number("a whole number", minimum=1, maximum=MOST_TICKERS, whole=True),
        "ranking": Record(
            "a ranking",
            {"by": Record("a value", {"ref": REF}, {"lag": LAG})},
            {"order": Word(("descending", "ascending"))},
        ),
    },
)
STRATEGY = Record(
    "a strategy",
    {
        "dsl_version": Word((DSL_VERSION,)),
        "strategy": Record("the head", {"name": Text("a name", 1, 120)}, {"description": Text("a text", 0, 2000)}),
        "universe": UNIVERSE,
        "timeframe": TIMEFRAME,
        "factors": MapOf(NAME, FACTOR, "factors", MOST_FACTORS),
        "trade": Record("the trades", {}, {"long": SIDE, "short": SIDE}, fewest=1),
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
