"""Money: an exact amount in a currency; adding francs to yuan is an error, never a number."""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation

from packages.core.errors import Invalid

_DECIMALS = {"JPY": 0, "KRW": 0, "BTC": 8, "ETH": 8}


class CurrencyMismatch(Invalid):
    """Two currencies met in one sum."""


class NotANumber(Invalid):
    """A text or number that is no finite decimal."""


def exact(value: str | int | Decimal) -> Decimal:
    """A finite decimal; floats are not taken, because they have already lost the cents."""
    if isinstance(value, float):
        raise NotANumber("desk.float_as_money", value=repr(value))
    try:
        number = Decimal(value)
    except InvalidOperation as error:
        raise NotANumber("desk.not_a_number", value=repr(value)) from error
    if not number.is_finite():
        raise NotANumber("desk.not_finite", value=repr(value))
    return number


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in one currency (ISO code, or a coin's ticker)."""

    amount: Decimal
    currency: str

    def __add__(self, other: "Money") -> "Money":
        return Money(self.amount + self._same(other), self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.amount - self._same(other), self.currency)

    def __neg__(self) -> "Money":
        return Money(-self.amount, self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.amount < self._same(other)

    def __le__(self, other: "Money") -> bool:
        return self.amount <= self._same(other)

    def rounded(self) -> "Money":
        """To the smallest unit that the currency is paid in, half to even."""
        unit = Decimal(1).scaleb(-_DECIMALS.get(self.currency, 2))
        return Money(self.amount.quantize(unit, rounding=ROUND_HALF_EVEN), self.currency)

    def _same(self, other: "Money") -> Decimal:
        if other.currency != self.currency:
            raise CurrencyMismatch("desk.currencies_differ", one=self.currency, other=other.currency)
        return other.amount
