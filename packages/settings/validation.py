"""What is wrong with a field of a request, an argument of a tool or a setting, as a message of ours: the kinds of
problems that pydantic names."""

import re
from collections.abc import Mapping
from typing import Any

from packages.core.messages import Language, Message, message, places, sentences

_CODES: Mapping[str, str] = {
    "missing": "validation.missing",
    "greater_than": "validation.greater_than",
    "greater_than_equal": "validation.greater_than_equal",
    "less_than": "validation.less_than",
    "less_than_equal": "validation.less_than_equal",
    "finite_number": "validation.finite_number",
    "literal_error": "validation.options",
    "enum": "validation.options",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "validation.integer"),
    **dict.fromkeys(("float_type", "float_parsing", "decimal_type", "decimal_parsing"), "validation.number"),
    **dict.fromkeys(("string_type", "string_unicode"), "validation.string"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "validation.boolean"),
    **dict.fromkeys(
        ("date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"), "validation.date"
    ),
    **dict.fromkeys(("datetime_type", "datetime_parsing", "datetime_from_date_parsing"), "validation.datetime"),
    "list_type": "validation.list",
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "validation.object"),
    **dict.fromkeys(("uuid_type", "uuid_parsing"), "validation.uuid"),
    "extra_forbidden": "validation.extra_forbidden",
    "string_too_short": "validation.string_too_short",
    "string_too_long": "validation.string_too_long",
    "string_pattern_mismatch": "validation.pattern",
    "too_short": "validation.too_short",
    "too_long": "validation.too_long",
    "json_invalid": "validation.json_invalid",
    "value_error": "validation.value_error",
}


_TEXT_LENGTHS = {"too_short": "validation.string_too_short", "too_long": "validation.string_too_long"}
_FEWEST = ("validation.string_too_short", "validation.too_short")
_OPTION = re.compile(r"'([^']*)'")


def problem_in(problem: Mapping[str, Any]) -> Message:
    """`problem` is one of `ValidationError.errors()`. It follows the name of the field: "must be a number"."""
    kind, given = problem["type"], dict(problem.get("ctx") or {})
    code = _CODES.get(kind, "validation.other")
    if isinstance(problem.get("input"), str):
        code = _TEXT_LENGTHS.get(kind, code)
    if code in _FEWEST and given.get("min_length") == 1:
        code = "validation.not_empty"
    if "expected" in given:
        given["expected"] = _OPTION.findall(str(given["expected"])) or str(given["expected"])
    if kind == "value_error":
        given["error"] = next(iter(given["error"].args), "")  # a `Sentence`, where we raised it
    if not places(sentences(Language.EN)[code]) <= given.keys():  # pydantic did not say what the sentence takes
        return message("validation.other")
    return message(code, **given)
