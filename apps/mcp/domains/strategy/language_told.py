"""What the strategy tools tell of the language: indicators that a factor may be, and templates to begin with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ToolResult
from packages.core.messages import Language
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.indicator import Category
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.template_paces import DESCRIPTIONS, PACES, HoldingPeriod

Way: TypeAlias = Literal["long", "short", "both"]


class ParameterTold(BaseModel):
    """A setting of an indicator: bounds for a number, choices for a word."""

    name: str
    kind: Literal["int", "float", "source", "choice"] = Field(description="A source is a price column or volume.")
    default: int | float | str
    minimum: float | None = None
    maximum: float | None = None
    choices: list[str] = Field(default_factory=list)


class IndicatorRow(BaseModel):
    """An indicator as it is listed."""

    name: str = Field(description="The `type` of a factor.")
    label: str
    category: Category
    parameters: list[str] = Field(description="The names of its params.")
    outputs: list[str] = Field(description="With several, a ref names one: bands.upper.")


class IndicatorTold(BaseModel):
    """An indicator in full."""

    name: str = Field(description="The `type` of a factor.")
    label: str
    category: Category
    description: str
    parameters: list[ParameterTold]
    inputs: list[str] = Field(description="The columns of a bar that it reads.")
    outputs: list[str] = Field(description="With several, a ref names one: bands.upper.")
    warm_up: int = Field(description="Bars before its first value, with default parameters.")
    rising: list[list[str]] = Field(description="Pairs of parameters of which the first must be the smaller one.")


class CatalogueTold(ToolResult):
    """A page of the catalogue, or one indicator in full."""

    total: int
    indicators: list[IndicatorRow]
    next_offset: int | None = Field(
        default=None, description="Send it as `offset` for the next page; null on the last."
    )
    indicator: IndicatorTold | None = None

    @classmethod
    def page(cls, found: Sequence[Mapping[str, object]], limit: int, offset: int) -> "CatalogueTold":
        shown = [IndicatorTold.model_validate(each) for each in found[offset : offset + limit]]
        rows = [
            IndicatorRow(
                name=each.name,
                label=each.label,
                category=each.category,
                parameters=[parameter.name for parameter in each.parameters],
                outputs=each.outputs,
            )
            for each in shown
        ]
        return cls(total=len(found), indicators=rows, next_offset=next_offset(len(found), limit, offset))

    @classmethod
    def one(cls, told: Mapping[str, object]) -> "CatalogueTold":
        return cls(total=1, indicators=[], indicator=IndicatorTold.model_validate(told))


class TemplateRow(BaseModel):
    """A template as it is listed."""

    family: Family
    holding_period: HoldingPeriod
    timeframes: list[Timeframe] = Field(description="Those it can be fitted to; the usual one first.")
    description: dict[Language, str]

    @classmethod
    def of(cls, family: Family, holding: HoldingPeriod) -> "TemplateRow":
        return cls(
            family=family,
            holding_period=holding,
            timeframes=[pace.timeframe for pace in PACES[holding]],
            description=dict(DESCRIPTIONS[family]),
        )


class TemplateTold(TemplateRow):
    """A template in full, fitted to a symbol."""

    market: Market
    timeframe: Timeframe
    direction: Way
    dsl: dict[str, object] = Field(description="A valid strategy: change what you like, then validate_dsl.")

    @classmethod
    def fitted(cls, strategy: Strategy, family: Family, holding: HoldingPeriod, direction: Way) -> "TemplateTold":
        return cls(
            **TemplateRow.of(family, holding).model_dump(),
            market=strategy.universe.market,
            timeframe=strategy.timeframe,
            direction=direction,
            dsl=dict(document_of(strategy)),
        )


class TemplatesTold(ToolResult):
    """All templates that were asked for, or one in full."""

    templates: list[TemplateRow]
    template: TemplateTold | None = None

    @classmethod
    def listed(cls, families: Iterable[Family]) -> "TemplatesTold":
        return cls(templates=[TemplateRow.of(family, holding) for family in families for holding in HoldingPeriod])


def next_offset(total: int, limit: int, offset: int) -> int | None:
    return offset + limit if offset + limit < total else None
