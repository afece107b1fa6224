"""The grammar of what conditions compare: numbers, references, and the expressions of version 2.0.0."""

from collections.abc import Iterator
from dataclasses import dataclass

from packages.core.messages import Message
from packages.domain.strategy import operands as o
from packages.domain.strategy.company_fields import EventField, FundamentalField, FundingField
from packages.domain.strategy.json_tree import Json, is_number
from packages.domain.strategy.problems import Problem, nearest, phrase
from packages.domain.strategy.schema.containers import ListOf, MapOf, Named, NumberOr, OneKey, RecordShape
from packages.domain.strategy.schema.scalars import NumberShape, Shape, Text, Word, wrong_type

LONGEST_WINDOW = 5000
MOST_VALUES = 10

_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,63}"
NAME = Text("plain_name", 1, 64, _NAME)
REF = Text(
    "ref",
    shortest=1,
    longest=129,
    pattern=rf"{_NAME}(\.{_NAME})?",
)
SYMBOL = Text("symbol", 1, 40)
LAG = NumberShape("whole_number_of_bars", minimum=0, maximum=LONGEST_WINDOW, whole=True, advice="lag_looks_back")
PARAMETERS = MapOf(NAME, NumberOr(NumberShape(), Text("text", 1)), "parameters", 40)


@dataclass(frozen=True, slots=True)
class ValueShape:
    """A reference or an expression, and a number where `number` is one."""

    number: NumberShape | None
    reference: RecordShape
    expression: OneKey
    name: str = "expression"  # among the definitions of the schema

    @property
    def expected(self) -> Message:
        return phrase("value_or_expression") if self.number else phrase("series")

    def faults(self, value: Json, pointer: str) -> Iterator[Problem]:
        if isinstance(value, dict):
            yield from self._of_object(value).faults(value, pointer)
        elif self.number is not None and is_number(value):
            yield from self.number.faults(value, pointer)
        else:
            yield wrong_type(self, value, pointer)

    def schema(self) -> dict[str, Json]:
        kinds: list[Json] = [self.reference.schema(), {"$ref": f"#/$defs/{self.name}"}]
        return {"anyOf": [*([self.number.schema()] if self.number else []), *kinds]}

    def _of_object(self, value: dict[str, Json]) -> RecordShape | OneKey:
        """A reference, unless a key says or nearly says otherwise; a lag that is a number belongs to one."""
        is_named = "ref" not in value and any(
            self._says(key) and not (key == "lag" and is_number(item)) for key, item in value.items()
        )
        return self.expression if is_named else self.reference

    def _says(self, key: str) -> bool:
        words = self.expression.shapes
        return key in words or nearest(key, ["ref", *words]) in words


def _window(operation: o.ValueOperation, *names: str) -> RecordShape:
    advice = "lag_looks_back" if operation in o.AGO else ""
    least = o.FEWEST_BARS[operation]
    bars = NumberShape("whole_number_of_bars", minimum=least, maximum=LONGEST_WINDOW, whole=True, advice=advice)
    return RecordShape("window", {**dict.fromkeys(names, VALUE), "bars": bars})


VALUE = Named("value", lambda: OPERAND)
SERIES = Named("series", lambda: RANKED)
EXPRESSION = OneKey(
    "expression",
    {
        **{each.value: ListOf(VALUE, "values", MOST_VALUES, shortest=2) for each in o.MANY},
        **{each.value: ListOf(VALUE, "values", 2, shortest=2) for each in o.PAIRED},
        **{each.value: VALUE for each in o.SINGLE},
        **{each.value: _window(each, "of") for each in (*o.AGO, *o.WINDOWED)},
        **{each.value: _window(each, "of", "on") for each in o.JOINT},
        "indicator": RecordShape(
            "indicator_of_a_series", {"type": NAME, "of": VALUE}, {"params": PARAMETERS, "output": NAME}
        ),
        **{each.value: VALUE for each in o.CrossOperation},
        "calendar": Word(tuple(o.CalendarField)),
        "account": Word(tuple(o.AccountField)),
        "fundamental": Word(tuple(FundamentalField)),
        "event": Word(tuple(EventField)),
        "funding": Word(tuple(FundingField)),
        "opening_range": RecordShape(
            "opening_range",
            {
                "edge": Word(tuple(o.RangeEdge)),
                "minutes": NumberShape("whole_number_of_minutes", minimum=1, maximum=1440, whole=True),
            },
        ),
    },
    several="nest_expressions",
)
_REFERENCE = RecordShape("value", {"ref": REF}, {"lag": LAG, "of": SYMBOL})
OPERAND: Shape = ValueShape(NumberShape(), _REFERENCE, EXPRESSION)
RANKED: Shape = ValueShape(None, _REFERENCE, EXPRESSION)
DEFINITIONS: dict[str, Shape] = {"value": OPERAND, "series": RANKED, "expression": EXPRESSION}
