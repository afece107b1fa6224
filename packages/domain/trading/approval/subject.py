"""What is approved: one order to the last parameter, or an envelope; as one canonical text, and the hash of it."""

import dataclasses
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from typing import TypeAlias

from packages.domain.strategy.explain.speech import number
from packages.domain.strategy.json_tree import Document, Json, content_hash
from packages.domain.trading.approval.ports import BadEnvelope, CannotBeValued
from packages.domain.trading.broker import Mode
from packages.domain.trading.orders import OrderRequest


@dataclass(frozen=True, slots=True)
class Place:
    """Whose order, of which deployment, on which account, with whose money."""

    owner_id: str
    deployment_id: str
    account_id: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class OneOrder:
    """Exactly this order, once."""

    place: Place
    order: OrderRequest

    @property
    def document(self) -> Document:
        return {"kind": "order", "place": _plain(self.place), "order": _plain(self.order)}


@dataclass(frozen=True, slots=True)
class Envelope:
    """Entries in these symbols until then, for so much money all together."""

    place: Place
    symbols: tuple[str, ...]
    most_money: Decimal
    until: datetime

    def __post_init__(self) -> None:
        if not self.symbols or len(set(self.symbols)) != len(self.symbols):
            raise BadEnvelope("trading.envelope_symbols")
        if not (self.most_money.is_finite() and self.most_money > 0):
            raise BadEnvelope("trading.envelope_without_money", money=self.most_money)

    @property
    def document(self) -> Document:
        return {
            "kind": "envelope",
            "place": _plain(self.place),
            "symbols": _plain(sorted(self.symbols)),
            "most_money": _plain(self.most_money),
            "until": _plain(self.until),
        }


Subject: TypeAlias = OneOrder | Envelope


def digest_of(subject: Subject) -> str:
    """Any other value of any parameter is another digest; 1.50 and 1.5 are the same value."""
    return content_hash(subject.document)


def worth(order: OrderRequest) -> Decimal:
    """What an order takes out of an envelope."""
    price = order.price if order.price is not None else order.reference_price
    if order.quantity is None or price is None:
        raise CannotBeValued("trading.cannot_be_valued")
    return order.quantity * price


def _plain(value: object) -> Json:
    """Numbers are told as texts with a mark of their kind, so that no two values look alike."""
    match value:
        case None | str() | bool() if not isinstance(value, Enum):
            return value
        case Enum():
            return str(value.value)
        case Decimal():
            return f"d{number(value)}" if value else "d0"
        case int() | float():
            return f"n{value!r}"
        case datetime():
            return value.astimezone(UTC).isoformat()
        case tuple() | list():
            return [_plain(each) for each in value]
        case _:
            return _fields(value)


def _fields(value: object) -> Json:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} has no canonical text")
