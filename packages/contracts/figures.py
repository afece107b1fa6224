"""Numbers and texts as views hold them: money to the last digit, or no more digits than a reader can use."""

from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, Field, PlainSerializer

from packages.contracts.view import BaseView

Exact = Annotated[Decimal, PlainSerializer("{:f}".format, return_type=str, when_used="json")]


def _shortened(value: float) -> float:
    return float(f"{value:.8g}")


def _to_cents(value: float) -> float:
    return round(value, 2)


def _to_millionths(value: float) -> float:
    return round(value, 6)


Price = Annotated[float, AfterValidator(_shortened)]
Money = Annotated[float, AfterValidator(_to_cents)]
Fraction = Annotated[float, AfterValidator(_to_millionths)]


class NameOut(BaseView):
    """A name in both languages."""

    zh: str
    en: str


class BothLanguages(NameOut):
    """The same in Chinese and in English: answer the person in theirs."""


class EstimateView(BaseView):
    """A measured figure, and the range in which the truth lies with `level` confidence."""

    value: Fraction
    low: Fraction
    high: Fraction
    level: float = Field(description="0.95 is 95 %.")
