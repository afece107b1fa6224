"""Whether a value has the shape of a pydantic model, strictly: a number in quotes is no number."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticSerializationError

from src.modules.llm_platform.domain.structured.broken import quoted
from src.modules.llm_platform.domain.structured.values import Json, Number, canonical

_MOST_TOLD = 20
_NUMERIC_TEXT = re.compile(r"\s*[-+]?[\d.]+\s*")


def model_problems(model: type[BaseModel], value: Json) -> Sequence[str]:
    try:
        instance = model.model_validate_json(canonical(value), strict=True)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        return [_sentence(detail) for detail in details[:_MOST_TOLD]]
    try:
        taken = instance.model_dump(by_alias=True, warnings="none")
    except PydanticSerializationError:
        return []
    return list(_changed_kinds(taken, value, ()))


def _sentence(detail: ErrorDetails) -> str:
    place = ".".join(str(step) for step in detail["loc"]) or "the answer"
    match detail["type"]:
        case "missing":
            return f"`{place}` is missing; write it."
        case "extra_forbidden":
            return f"`{place}` is not a field of the schema; leave it out."
        case _:
            written = quoted(json.dumps(detail["input"], ensure_ascii=False, default=str))
            return f"`{place}`: {detail['msg']}; you wrote `{written}`."


def _changed_kinds(taken: object, written: Json, place: tuple[str, ...]) -> Iterator[str]:
    """Strict models still read some kinds as others: "0.8" as a decimal, true as the literal 1, "12" as a moment."""
    match taken, written:
        case dict(), dict():
            for key in taken.keys() & written.keys():
                yield from _changed_kinds(taken[key], written[key], (*place, str(key)))
        case ((list() | tuple()), list()):
            for number, (item, piece) in enumerate(zip(taken, written, strict=False)):
                yield from _changed_kinds(item, piece, (*place, str(number)))
        case _ if not _same_kind(taken, written):
            yield f"`{'.'.join(place)}`: the schema asks for another JSON type; you wrote `{_shown(written)}`."
        case _:
            pass


def _same_kind(taken: object, written: Json) -> bool:
    if isinstance(taken, Enum):
        taken = taken.value
    if isinstance(taken, bool) or isinstance(written, bool):
        return not isinstance(written, Number | bool) or type(taken) is type(written)
    if isinstance(taken, int | float | Decimal):
        return not isinstance(written, str)
    if isinstance(taken, date | time | timedelta) and isinstance(written, str):
        return not _NUMERIC_TEXT.fullmatch(written)
    return True


def _shown(written: Json) -> str:
    return quoted(canonical(written))
