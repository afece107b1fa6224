"""What the routes tell about the language of strategies: problems, sentences, tunables, templates, indicators."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.drafts import StrategyDraft
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.indicator import Category
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code, Problem, Stage
from packages.domain.strategy.revisions import strategy_hash
from packages.domain.strategy.templates import Family, HoldingPeriod
from packages.domain.strategy.tunables import Tunable
from packages.domain.strategy.validate import Validation


class ProblemOut(BaseModel):
    """One fault of a document; `pointer` (RFC 6901) is empty when the whole of it is meant."""

    stage: Stage
    code: Code
    pointer: str
    expected: str
    found: str
    suggestion: str

    @classmethod
    def of(cls, problem: Problem, language: Language) -> "ProblemOut":
        return cls.model_validate(problem.as_json(language))


class SentenceOut(BaseModel):
    """`topic` says what it is about: `universe`, `factor.ema_5`, `long.entry`, `long.exit.0` …"""

    topic: str
    text: str

    @classmethod
    def all_of(cls, strategy: Strategy, catalogue: Catalogue, language: Language) -> "list[SentenceOut]":
        return [cls(topic=each.topic, text=each.text) for each in explain(strategy, catalogue, language)]


class ValidationOut(BaseModel):
    """Problems of the one `stage` that found any; or, of a valid strategy, its canonical document and its rules in
    words."""

    valid: bool
    language: Language
    stage: Stage | None
    problems: list[ProblemOut]
    content_hash: str | None
    document: dict[str, Any] | None
    sentences: list[SentenceOut]

    @classmethod
    def of(cls, validation: Validation, catalogue: Catalogue, language: Language) -> "ValidationOut":
        strategy = validation.strategy
        return cls(
            valid=strategy is not None,
            language=language,
            stage=validation.stage,
            problems=[ProblemOut.of(problem, language) for problem in validation.problems],
            content_hash=strategy_hash(strategy) if strategy else None,
            document=document_of(strategy) if strategy else None,
            sentences=SentenceOut.all_of(strategy, catalogue, language) if strategy else [],
        )


class DraftOut(BaseModel):
    """A valid strategy that was written in a conversation and not saved."""

    strategy_draft_id: str
    content_hash: str
    document: dict[str, Any]
    created_at: datetime

    @classmethod
    def of(cls, draft: StrategyDraft) -> "DraftOut":
        return cls(
            strategy_draft_id=draft.id,
            content_hash=strategy_hash(draft.strategy),
            document=document_of(draft.strategy),
            created_at=draft.created_at,
        )


class ExplanationOut(BaseModel):
    """A version in words."""

    version: int
    language: Language
    sentences: list[SentenceOut]


class TunableOut(BaseModel):
    """A number that could be another one, and the range over which it is worth trying."""

    pointer: str
    kind: Literal["int", "float"]
    value: int | float
    minimum: int | float
    maximum: int | float
    step: int | float

    @classmethod
    def of(cls, tunable: Tunable) -> "TunableOut":
        return cls(
            pointer=tunable.pointer,
            kind=tunable.kind,
            value=tunable.value,
            minimum=tunable.minimum,
            maximum=tunable.maximum,
            step=tunable.step,
        )


class TunableList(BaseModel):
    """Every tunable number of a version."""

    version: int
    tunables: list[TunableOut]


class TemplateOut(BaseModel):
    """A strategy to begin with, and its rules in words."""

    family: Family
    holding_period: HoldingPeriod
    market: Market
    document: dict[str, Any]
    sentences: list[SentenceOut]


class TemplateList(BaseModel):
    """One for each family and holding period that was asked for."""

    templates: list[TemplateOut]


class ParameterOut(BaseModel):
    """A setting of an indicator: bounds for a number, choices for a word."""

    name: str
    kind: Literal["int", "float", "source", "choice"]
    default: int | float | str
    minimum: float | None = None
    maximum: float | None = None
    choices: list[str] = []


class IndicatorOut(BaseModel):
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


class IndicatorList(BaseModel):
    """The catalogue, or the part of it that was asked for."""

    indicators: list[IndicatorOut]
