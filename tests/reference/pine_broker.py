"""The broker emulator that Pine's reference describes, as far as market orders go: what is ordered on a close is filled
at the next open; an entry against a position closes it and opens its own quantity."""

from dataclasses import dataclass, field


class PineStopped(Exception):
    """`runtime.error` was called."""


@dataclass
class PineTrade:
    entry_bar: int
    quantity: float  # below 0 when short
    entry_price: float
    exit_bar: int | None = None
    exit_price: float | None = None

    def as_dict(self) -> dict[str, float]:
        told = {"entry_bar": self.entry_bar, "quantity": self.quantity, "entry_price": self.entry_price}
        if self.exit_bar is not None and self.exit_price is not None:
            told |= {"exit_bar": self.exit_bar, "exit_price": self.exit_price}
        return told


@dataclass
class PineBroker:
    cash: float
    rate: float
    closed: list[PineTrade] = field(default_factory=list)
    held: PineTrade | None = None
    netprofit: float = 0.0
    entry: tuple[float, float] | None = None  # sign and quantity of the order at work
    closing: bool = False

    @property
    def position(self) -> float:
        return self.held.quantity if self.held else 0.0

    def equity(self, price: float) -> float:
        open_ = 0.0
        if self.held:
            open_ = self.held.quantity * (price - self.held.entry_price)
            open_ -= self.rate * abs(self.held.quantity) * self.held.entry_price
        return self.cash + self.netprofit + open_

    def fill(self, bar: int, price: float) -> None:
        entry, self.entry = self.entry, None
        closing, self.closing = self.closing, False
        if self.held and (closing or (entry and entry[0] * self.held.quantity < 0)):
            self.leave(bar, price)
        if entry and not self.held:  # no pyramiding
            self.held = PineTrade(bar, entry[0] * entry[1], price)

    def leave(self, bar: int, price: float) -> None:
        assert self.held
        held, self.held = self.held, None
        held.exit_bar, held.exit_price = bar, price
        self.netprofit += held.quantity * (price - held.entry_price)
        self.netprofit -= self.rate * abs(held.quantity) * (price + held.entry_price)
        self.closed.append(held)
