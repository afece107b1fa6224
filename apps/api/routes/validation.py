"""What is wrong with a field of a request, in the reader's language: the kinds of problems that pydantic names."""

from collections.abc import Mapping
from typing import Any

from packages.core.messages import Language, message, render

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
    **dict.fromkeys(("date_type", "date_parsing", "date_from_datetime_parsing"), "validation.date"),
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


def problem_in(problem: Mapping[str, Any], language: Language) -> str:
    """`problem` is one of `RequestValidationError.errors()`; its English is pydantic's own, and so is what has no code
    here."""
    code, given = _CODES.get(problem["type"]), dict(problem.get("ctx") or {})
    if language is Language.EN or code is None:
        return str(problem["msg"])
    try:
        return render(message(code, **given), language)
    except KeyError:  # pydantic did not say what the sentence takes
        return str(problem["msg"])
