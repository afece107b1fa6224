"""The base of every view, a wire type for HTTP, tools and terminal that is built from domain values by field name, and
the numbers and texts in it: money to the last digit, or no more digits than a reader can use."""

from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer


class BaseView(BaseModel):
    """Made from a domain value, field by field."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def from_values(cls, *sources: object, **given: Any) -> Self:
        """Each field as it is given, or else from the first source that has an attribute of that name."""
        fields = dict(given)
        for name in cls.model_fields:
            holder = next((each for each in sources if name not in given and hasattr(each, name)), None)
            if holder is not None:
                fields[name] = getattr(holder, name)
        return cls.model_validate(fields)


def next_offset(total: int, limit: int, offset: int) -> int | None:
    """Of the next page; None on the last."""
    return offset + limit if offset + limit < total else None


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
