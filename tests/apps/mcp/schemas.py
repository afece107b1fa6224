"""Arguments generated from the schemas that tools advertise, good ones and hostile ones."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Schema = Mapping[str, Any]
Values = SearchStrategy[Any]

_MANY = 6
_LONG = 2_000
DEEP: Any = "bottom"
for _ in range(60):
    DEEP = {"all": [DEEP]}

HOSTILE: Values = st.sampled_from(
    [
        None,
        True,
        "",
        " ",
        "\x00",
        "a\x00b",
        "\ud800",
        "\udfff\ud800",
        "\u202e\u0000\uffff",
        "NaN",
        "Infinity",
        "-1",
        "1e400",
        "1e-400000",
        "1E-999999999",
        "1" * 5_000,
        "9999-99-99",
        "2024-02-30T25:61:61Z",
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59.999999-23:59",
        "../../etc/passwd",
        "'; DROP TABLE strategies; --",
        "%s%n{0}{__class__}",
        "A" * 20_000,
        "🙂" * 300,
        float("nan"),
        float("inf"),
        -0.0,
        1e308,
        5e-324,
        2**31,
        2**63,
        -(2**63) - 1,
        10**400,
        [],
        {},
        [[[[]]]],
        {"": ""},
        {"\x00": {"\ud800": 1}},
        {"$ref": "#"},
        {"__class__": "x", "__proto__": None},
        [None] * 1_000,
        DEEP,
    ]
)


def valid(schema: Schema, defs: Schema, known: Mapping[str, Sequence[Any]], name: str = "") -> Values:
    """Values that the schema takes, as far as the part of JSON Schema goes that our tools use; `known` gives values
    that mean something to the desk, by the name of the property."""
    made = _made(schema, defs, known, name)
    return st.one_of(st.sampled_from(known[name]), made) if known.get(name) else made


def calls(schema: Schema, known: Mapping[str, Sequence[Any]], example: Mapping[str, Any]) -> SearchStrategy[Any]:
    """Arguments for one tool: those of its example with some made anew, spoilt, left out or added."""
    defs, properties = schema.get("$defs", {}), schema.get("properties", {})
    made = {name: valid(each, defs, known, name) for name, each in properties.items()}
    fresh = st.fixed_dictionaries({}, optional=made)
    spoilt = st.fixed_dictionaries({}, optional=dict.fromkeys(properties, HOSTILE))
    whole = st.builds(lambda new: {**example, **new}, fresh)
    return st.one_of(
        _record(made, schema.get("required", ())),
        whole,
        st.builds(lambda good, bad: {**good, **_few(bad)}, whole, spoilt),
        st.builds(_without, whole, st.integers(0, 20)),
        st.builds(lambda good, name, bad: {**good, name: bad}, whole, st.text(max_size=20), HOSTILE),
        st.builds(_nested, st.just(dict(example)), st.integers(0, 10**6), HOSTILE),
    )


def _few(bad: Mapping[str, Any]) -> dict[str, Any]:
    return dict(list(bad.items())[:2])


def _without(good: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {name: value for n, (name, value) in enumerate(good.items()) if n != number % (len(good) or 1)}


def _nested(value: Any, number: int, bad: Any) -> Any:
    """The same with one value somewhere inside of it spoilt."""
    if isinstance(value, dict) and value:
        names = list(value)
        name = names[number % len(names)]
        return {**value, name: _nested(value[name], number // len(names), bad)}
    if isinstance(value, list) and value:
        at = number % len(value)
        return [*value[:at], _nested(value[at], number // len(value), bad), *value[at + 1 :]]
    return bad


def _made(schema: Schema, defs: Schema, known: Mapping[str, Sequence[Any]], name: str) -> Values:
    if "$ref" in schema:
        return valid(defs[schema["$ref"].rpartition("/")[2]], defs, known, name)
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return st.one_of([valid(each, defs, known, name) for each in schema[choice]])
    return _typed(schema, defs, known, name)


def _typed(schema: Schema, defs: Schema, known: Mapping[str, Sequence[Any]], name: str) -> Values:
    match schema.get("type"):
        case "string":
            return _text(schema)
        case "integer":
            return st.integers(_bound(schema, "minimum", 1), _bound(schema, "maximum", -1))
        case "number":
            return st.floats(_bound(schema, "minimum", 0), _bound(schema, "maximum", 0), allow_nan=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            most = min(schema.get("maxItems", _MANY), max(_MANY, schema.get("minItems", 0)))
            items = valid(schema.get("items", {}), defs, known, name)
            return st.lists(items, min_size=schema.get("minItems", 0), max_size=most)
        case "object":
            return _mapping(schema, defs, known)
        case _:
            return st.one_of(st.integers(), st.text(max_size=20), HOSTILE)


def _text(schema: Schema) -> Values:
    if "pattern" in schema:
        return st.from_regex(schema["pattern"]).filter(lambda made: len(made) <= schema.get("maxLength", _LONG))
    match schema.get("format"):
        case "date":
            return st.dates().map(str)
        case "date-time":
            return st.datetimes().map(lambda at: f"{at.isoformat()}Z")
        case _:
            longest = min(schema.get("maxLength", _LONG), 40)
            return st.text(min_size=min(schema.get("minLength", 0), longest), max_size=longest)


def _mapping(schema: Schema, defs: Schema, known: Mapping[str, Sequence[Any]]) -> Values:
    properties, required = schema.get("properties", {}), schema.get("required", ())
    if not properties:
        names = valid(schema["propertyNames"], defs, {}, "") if "propertyNames" in schema else st.text(max_size=20)
        more = schema.get("additionalProperties")
        values = valid(more, defs, known, "") if isinstance(more, Mapping) else st.one_of(st.integers(), HOSTILE)
        return st.dictionaries(names, values, max_size=_MANY)
    return _record({name: valid(each, defs, known, name) for name, each in properties.items()}, required)


def _record(made: Mapping[str, Values], required: Sequence[str]) -> Values:
    optional = {name: each for name, each in made.items() if name not in required}
    return st.fixed_dictionaries({name: made[name] for name in required}, optional=optional)


def _bound(schema: Schema, name: str, step: int) -> Any:
    """`exclusiveMinimum` as well; None where there is none."""
    if name in schema:
        return schema[name]
    exclusive = schema.get(f"exclusive{name.capitalize()}")
    return None if exclusive is None else exclusive + step
