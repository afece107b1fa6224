"""The language of strategies as the tools show it: indicators that a factor may be, and templates to begin with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Self, TypeAlias

from pydantic import Field

from packages.contracts.strategy.language import ParameterOut
from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView, next_offset
from packages.core.messages import Language
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.indicator import Category
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.templates import PACES, HoldingPeriod, description
from packages.domain.strategy.well_known.library import WellKnown

Way: TypeAlias = Literal["long", "short", "both"]


class ParameterView(ParameterOut):
    """A setting of an indicator: bounds for a number, choices for a word."""

    kind: Literal["int", "float", "source", "choice"] = Field(description="A source is a price column or volume.")
    choices: list[str] = Field(default_factory=list)


class IndicatorRowView(BaseView):
    """An indicator as it is listed."""

    name: str = Field(description="The `type` of a factor.")
    label: str
    category: Category
    parameters: list[str] = Field(description="The names of its params.")
    outputs: list[str] = Field(description="With several, a ref names one: bands.upper.")


class IndicatorView(BaseView):
    """An indicator in full."""

    name: str = Field(description="The `type` of a factor.")
    label: str
    category: Category
    description: str
    parameters: list[ParameterView]
    inputs: list[str] = Field(description="The columns of a bar that it reads.")
    outputs: list[str] = Field(description="With several, a ref names one: bands.upper.")
    warm_up: int = Field(description="Bars before its first value, with default parameters.")
    rising: list[list[str]] = Field(description="Pairs of parameters of which the first must be the smaller one.")


class IndicatorsView(ToolResult):
    """A page of the catalogue, or one indicator in full."""

    total: int
    indicators: list[IndicatorRowView]
    next_offset: int | None = Field(
        default=None, description="Send it as `offset` for the next page; null on the last."
    )
    indicator: IndicatorView | None = None

    @classmethod
    def page(cls, found: Sequence[Mapping[str, object]], limit: int, offset: int) -> Self:
        shown = [IndicatorView.model_validate(each) for each in found[offset : offset + limit]]
        rows = [IndicatorRowView.from_values(each, parameters=[one.name for one in each.parameters]) for each in shown]
        return cls(total=len(found), indicators=rows, next_offset=next_offset(len(found), limit, offset))

    @classmethod
    def one(cls, found: Mapping[str, object]) -> Self:
        return cls(total=1, indicators=[], indicator=IndicatorView.model_validate(found))


class TemplateRowView(BaseView):
    """A template as it is listed."""

    family: Family
    holding_period: HoldingPeriod
    timeframes: list[Timeframe] = Field(description="Those it can be fitted to; the usual one first.")
    description: dict[Language, str]
    offered: bool | None = Field(
        default=None, description="Whether the stored bars of the symbol can run it; null where no symbol was given."
    )
    why_not: str | None = Field(default=None, description="Why it is not offered.")

    @classmethod
    def of(
        cls, family: Family, holding: HoldingPeriod, offered: bool | None = None, why_not: str | None = None
    ) -> Self:
        return cls(
            family=family,
            holding_period=holding,
            timeframes=[pace.timeframe for pace in PACES[holding]],
            description={language: description(family, language) for language in (Language.ZH, Language.EN)},
            offered=offered,
            why_not=why_not,
        )


class TemplateView(TemplateRowView):
    """A template in full, fitted to a symbol."""

    market: Market
    timeframe: Timeframe
    direction: Way
    dsl: dict[str, object] = Field(description="A valid strategy: change what you like, then validate_dsl.")
    traded: str | None = Field(
        default=None, description="How often it traded on the stored bars; a backtest tells return and drawdown."
    )

    @classmethod
    def fitted(cls, row: TemplateRowView, strategy: Strategy, direction: Way, traded: str | None) -> Self:
        return cls.from_values(
            *(row, strategy, strategy.universe),
            direction=direction,
            dsl=dict(document_of(strategy)),
            traded=traded,
        )


class TemplatesView(ToolResult):
    """All templates that were asked for, or one in full."""

    templates: list[TemplateRowView]
    template: TemplateView | None = None

    @classmethod
    def listed(cls, families: Iterable[Family]) -> Self:
        return cls(templates=[TemplateRowView.of(family, holding) for family in families for holding in HoldingPeriod])


class KnownRowView(BaseView):
    """A well-known strategy as it is listed."""

    name: WellKnown
    title: str
    about: str
    market: Market
    tickers: list[str] = Field(description="Those of the demo market that it trades.")
    timeframe: Timeframe


class KnownStrategiesView(ToolResult):
    """The well-known strategies, or one of them in full."""

    strategies: list[KnownRowView]
    dsl: dict[str, object] | None = Field(
        default=None, description="A valid strategy: change tickers and numbers, then validate_dsl."
    )
    sentences: list[str] = Field(default_factory=list, description="Its rules in words.")

    @classmethod
    def listed(cls, strategies: Mapping[WellKnown, Strategy]) -> Self:
        rows = [
            KnownRowView.from_values(
                *(strategy, strategy.universe),
                name=which,
                title=strategy.name,
                about=strategy.description or "",
            )
            for which, strategy in strategies.items()
        ]
        return cls(strategies=rows)

    @classmethod
    def one(cls, which: WellKnown, strategy: Strategy, sentences: Sequence[str]) -> Self:
        [row] = cls.listed({which: strategy}).strategies
        return cls(strategies=[row], dsl=dict(document_of(strategy)), sentences=list(sentences))
