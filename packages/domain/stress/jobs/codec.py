"""Findings as JSON and back, exactly: a part that was read again gives the same bytes of a report.

NaN is null; where None stands for "nothing to measure", NaN is "nan" instead. Infinities are "inf" and "-inf".
"""

import json
import math
import zlib
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from packages.domain.market_data.bars import Floats


def packed(value: Any) -> bytes:
    """JSON, compressed; the same value always gives the same bytes."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode())


def unpacked(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))


def to_json(value: Any) -> Any:
    """Of any finding, or of a tuple of them."""
    return _encoded(value, may_lack=False)


def _encoded(value: Any, *, may_lack: bool) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        hints = hints_of(type(value))
        return {each.name: _member(hints[each.name], getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape), "values": [_number(each, False) for each in value.ravel().tolist()]}
    if isinstance(value, tuple):
        return [_encoded(each, may_lack=False) for each in value]
    if isinstance(value, dict):
        return {name: _encoded(each, may_lack=False) for name, each in value.items()}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return _number(value, may_lack) if isinstance(value, float) else value


def _member(kind: Any, value: Any) -> Any:
    return _encoded(value, may_lack=get_origin(kind) is UnionType)


def _number(value: float, may_lack: bool) -> float | str | None:
    if math.isnan(value) and not may_lack:
        return None
    return float(value) if math.isfinite(value) else str(float(value))


def from_json(kind: Any, stored: Any) -> Any:
    """`kind` is a class of findings, or a tuple of one: `tuple[CrisisFinding, ...]`."""
    origin = get_origin(kind)
    if origin is UnionType:
        [only] = [each for each in get_args(kind) if each is not NoneType]
        return None if stored is None else from_json(only, stored)
    if origin is tuple:
        return tuple(from_json(get_args(kind)[0], each) for each in stored)
    if origin is dict:
        return {name: from_json(get_args(kind)[1], each) for name, each in stored.items()}
    if origin is np.ndarray:
        return np.array([_read(each) for each in stored["values"]], dtype=np.float64).reshape(stored["shape"])
    if is_dataclass(kind):
        make: Any = kind
        # What was written before a field was there has its default.
        return make(**{name: from_json(hint, stored[name]) for name, hint in hints_of(kind).items() if name in stored})
    return _scalar(kind, stored)


def _scalar(kind: Any, stored: Any) -> Any:
    if kind is float:
        return _read(stored)
    if kind is date:
        return date.fromisoformat(stored)
    return kind(stored) if issubclass(kind, Enum) else stored


def _read(stored: float | str | None) -> float:
    return math.nan if stored is None else float(stored)


def hints_of(kind: Any) -> dict[str, Any]:
    """The kinds of a finding's fields, columns included."""
    return get_type_hints(kind, localns={"Floats": Floats})
