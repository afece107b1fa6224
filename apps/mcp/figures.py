"""Numbers as tools tell them: no more digits than a reader can use."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field


def _shortened(value: float) -> float:
    return float(f"{value:.8g}")


def _to_cents(value: float) -> float:
    return round(value, 2)


def _to_millionths(value: float) -> float:
    return round(value, 6)


Price = Annotated[float, AfterValidator(_shortened)]
Money = Annotated[float, AfterValidator(_to_cents)]
Fraction = Annotated[float, AfterValidator(_to_millionths)]


class BothLanguages(BaseModel):
    """The same in Chinese and in English: answer the person in theirs."""

    zh: str
    en: str


class Estimate(BaseModel):
    """A measured figure, and the range in which the truth lies with `level` confidence."""

    value: Fraction
    low: Fraction
    high: Fraction
    level: float = Field(description="0.95 is 95 %.")
