"""The language of strategies as HTTP shows it: problems, sentences, tunables, templates and indicators."""

from datetime import date, datetime
from typing import Any, Literal, Self

from pydantic import Field

from packages.contracts.view import BaseView
from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.book import StrategyDraft
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.indicator import Category
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code, Problem, Stage
from packages.domain.strategy.revisions import strategy_hash
from packages.domain.strategy.templates import Family, HoldingPeriod
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validation


class ProblemOut(BaseView):
    """One fault of a document; `pointer` (RFC 6901) is empty when the whole of it is meant."""

    stage: Stage
    code: Code
    pointer: str
    expected: str
    found: str
    suggestion: str

    @classmethod
    def of(cls, problem: Problem, language: Language = Language.EN) -> Self:
        return cls.model_validate(problem.as_json(language))


class SentenceOut(BaseView):
    """`topic` says what it is about: `universe`, `long.entry`, `long.exit.0` …"""

    topic: str
    text: str

    @classmethod
    def all_of(cls, strategy: Strategy, catalogue: Catalogue, language: Language) -> "list[SentenceOut]":
        return [cls.from_values(each) for each in explain(strategy, catalogue, language)]


class TunableOut(BaseView):
    """A number that could be another one, and the range over which it is worth trying."""

    pointer: str
    kind: Literal["int", "float"]
    value: int | float
    minimum: int | float
    maximum: int | float
    step: int | float


class ValidationOut(BaseView):
    """Problems of the one `stage` that found any; or, of a valid strategy, its canonical document and its rules in
    words."""

    valid: bool
    language: Language
    stage: Stage | None
    problems: list[ProblemOut]
    content_hash: str | None
    document: dict[str, Any] | None
    sentences: list[SentenceOut]
    tunables: list[TunableOut] = Field(default=[], description="The numbers of a valid strategy, with their ranges.")

    @classmethod
    def of(cls, validation: Validation, catalogue: Catalogue, language: Language) -> Self:
        strategy = validation.strategy
        return cls(
            valid=strategy is not None,
            language=language,
            stage=validation.stage,
            problems=[ProblemOut.of(problem, language) for problem in validation.problems],
            content_hash=strategy_hash(strategy) if strategy else None,
            document=document_of(strategy) if strategy else None,
            sentences=SentenceOut.all_of(strategy, catalogue, language) if strategy else [],
            tunables=[TunableOut.from_values(each) for each in tunables_of(strategy, catalogue)] if strategy else [],
        )


class DraftOut(BaseView):
    """A valid strategy that was written in a conversation and not saved."""

    strategy_draft_id: str
    content_hash: str
    document: dict[str, Any]
    created_at: datetime

    @classmethod
    def of(cls, draft: StrategyDraft) -> Self:
        return cls.from_values(
            draft,
            strategy_draft_id=draft.id,
            content_hash=strategy_hash(draft.strategy),
            document=document_of(draft.strategy),
        )


class ExplanationOut(BaseView):
    """A version in words."""

    version: int
    language: Language
    sentences: list[SentenceOut]


class TunableList(BaseView):
    """Every tunable number of a version."""

    version: int
    tunables: list[TunableOut]


class TradedOut(BaseView):
    """How many trades a template closed on the stored bars, from the first day to the last."""

    trades: int
    first: date
    last: date
    text: str


class TemplateOut(BaseView):
    """A strategy to begin with, its rules in words, and how often it traded; `traded` is null where the stored bars
    could not be traded on."""

    family: Family
    holding_period: HoldingPeriod
    market: Market
    document: dict[str, Any]
    sentences: list[SentenceOut]
    traded: TradedOut | None


class TemplateNotOfferedOut(BaseView):
    """A template that the stored bars cannot run, and why."""

    family: Family
    holding_period: HoldingPeriod
    reason: str


class TemplateList(BaseView):
    """Of each family and holding period that was asked for: those that the stored bars can run, the slowest bars
    first, and those that they cannot."""

    templates: list[TemplateOut]
    not_offered: list[TemplateNotOfferedOut]


class ParameterOut(BaseView):
    """A setting of an indicator: bounds for a number, choices for a word."""

    name: str
    kind: Literal["int", "float", "source", "choice"]
    default: int | float | str
    minimum: float | None = None
    maximum: float | None = None
    choices: list[str] = Field(default=[])


class CatalogueIndicatorOut(BaseView):
    """An indicator that a factor may name; `rising` are pairs of parameters of which the first must be the smaller."""

    name: str
    category: Category
    category_label: str
    label: str
    description: str
    parameters: list[ParameterOut]
    inputs: list[str]
    outputs: list[str]
    warm_up: int
    rising: list[list[str]]


class IndicatorList(BaseView):
    """The catalogue, or the part of it that was asked for."""

    indicators: list[CatalogueIndicatorOut]
