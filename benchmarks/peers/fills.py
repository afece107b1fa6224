"""What an engine did, as trades that can be laid beside those of another."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lot:
    """`quantity` is below 0 when it was sold short; without an exit it is still held."""

    ticker: str
    entry_bar: int
    quantity: float
    entry_price: float
    exit_bar: int | None = None
    exit_price: float | None = None


@dataclass(frozen=True, slots=True)
class Run:
    closed: list[Lot]
    held: list[Lot]
