"""The grammar of portfolios: members by rule, legs, weights and the rhythm of rebalancing."""

from packages.domain.strategy.portfolio.model import LONGEST_PERIOD, Period
from packages.domain.strategy.schema.containers import ListOf, RecordShape, VariantsShape
from packages.domain.strategy.schema.scalars import NumberShape, Shape, Word
from packages.domain.strategy.schema.values import SERIES, SYMBOL, VALUE

MOST_HELD = 500
MOST_LEGS = 20

_MONEY = NumberShape("number", above=0, maximum=1e15)
_LOOKBACK = NumberShape("whole_number_of_bars", minimum=10, maximum=1000, whole=True)
_SHARE = NumberShape("fraction_of_the_equity", above=0, maximum=1, advice="fraction_half")
_MULTIPLE = NumberShape("multiple_of_the_equity", above=0, maximum=20)
_SESSION = max(LONGEST_PERIOD.values())


def member_rule(condition: Shape) -> RecordShape:
    return RecordShape(
        "member_rule",
        {},
        {
            "min_turnover": RecordShape(
                "turnover_floor",
                {"amount": _MONEY},
                {"bars": NumberShape("whole_number_of_bars", minimum=1, maximum=250, whole=True)},
            ),
            "min_listed_days": NumberShape("whole_number_of_days", minimum=1, maximum=10_000, whole=True),
            "min_price": _MONEY,
            "max_price": _MONEY,
            "exclude": ListOf(Word(("special_treatment",)), "kinds_of_shares", 1),
            "where": condition,
        },
    )


_LEG = RecordShape(
    "leg",
    {},
    {
        "count": NumberShape("whole_number", minimum=1, maximum=MOST_HELD, whole=True),
        "fraction": NumberShape("fraction_of_the_members", above=0, maximum=1, advice="fraction_10_percent"),
        "exposure": NumberShape("multiple_of_the_equity", above=0, maximum=10),
    },
)
_WEIGHTS = VariantsShape(
    "weights",
    "mode",
    {
        "equal": RecordShape("equal_weights", {}),
        "score": RecordShape("weights_by_score", {}),
        "inverse_volatility": RecordShape("weights_by_volatility", {}, {"lookback": _LOOKBACK}),
        "risk_parity": RecordShape("risk_parity", {}, {"lookback": _LOOKBACK}),
        "kelly": RecordShape("kelly", {"fraction": _SHARE}, {"lookback": _LOOKBACK}),
    },
)


_NAMED_LEG = RecordShape("named_leg", {"ticker": SYMBOL, "weight": VALUE})


def portfolio(condition: Shape) -> RecordShape:
    return RecordShape(
        "portfolio",
        {
            "rebalance": RecordShape(
                "rebalance",
                {"every": Word(tuple(Period))},
                {
                    "session": NumberShape("whole_number", minimum=-_SESSION, maximum=_SESSION, whole=True),
                    "tolerance": NumberShape("fraction_of_the_equity", minimum=0, maximum=0.5),
                },
            ),
        },
        {
            "weights": _WEIGHTS,
            "legs": RecordShape(
                "named_legs",
                {"each": ListOf(_NAMED_LEG, "named_legs", MOST_LEGS)},
                {
                    "gross": NumberShape("multiple_of_the_equity", above=0, maximum=10),
                    "hold": RecordShape("holding_period", {"from": condition, "until": condition}),
                },
            ),
            "score": SERIES,
            "order": Word(("descending", "ascending")),
            "long": _LEG,
            "short": _LEG,
            "hold_if": condition,
            "max_weight": _SHARE,
            "volatility_target": RecordShape(
                "yearly_volatility",
                {"target": NumberShape("yearly_volatility", above=0, maximum=5, advice="fraction_15_percent")},
                {"lookback": _LOOKBACK, "max_leverage": _MULTIPLE},
            ),
        },
        some_of=("long", "short", "legs"),
        one_of=("weights", "legs"),
    )
