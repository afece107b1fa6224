"""How DBOS stores payloads, results and errors: JSON that anybody can read, never a pickle."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from packages.contracts.sentences import recalled, stored
from packages.core.events import JsonObject
from packages.core.messages import Sentence, message

UNEXPECTED = Sentence(message("jobs.unexpected"))
_ERROR = "failed"


class JobFailed(Exception):
    """Ends an attempt as failed, with the sentence that its owner reads."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class JsonSerializer:
    """DBOS's `Serializer`, by shape: subclassing it would import DBOS with this module."""

    def name(self) -> str:
        return "parley_json"

    def serialize(self, data: Any) -> str:
        if isinstance(data, BaseException):
            data = {_ERROR: stored(data.sentence if isinstance(data, JobFailed) else UNEXPECTED)}
        return to_json(data)

    def deserialize(self, serialized_data: str) -> Any:
        data = json.loads(serialized_data)
        if isinstance(data, dict) and data.keys() == {_ERROR}:
            return JobFailed(recalled(data[_ERROR]))
        return data


def to_json(value: object) -> str:
    """Raises `TypeError` or `ValueError` for what JSON cannot say, such as NaN."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"), default=_plain)


def plain(value: JsonObject) -> JsonObject:
    """A copy made of dicts, lists and scalars only."""
    copy: JsonObject = json.loads(to_json(value))
    if not isinstance(copy, dict):
        raise TypeError(f"a JSON object is needed, and this is a {type(value).__name__}")
    return copy


def refuse_pickles() -> None:
    """DBOS unpickles a row that says it is a pickle, whatever serializer is set: whoever can write a row
    could run code here. Nothing of ours is a pickle, so none is ever read."""
    from dbos._serialization import DBOSDefaultSerializer

    DBOSDefaultSerializer.deserialize = _refuse  # type: ignore[method-assign, assignment]


def _refuse(_serialized: str) -> NoReturn:
    raise ValueError("a pickle in the jobs database is not read")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"JSON has no {type(value).__name__}")
