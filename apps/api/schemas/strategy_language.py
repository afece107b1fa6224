"""What the routes tell about the language of strategies: problems, sentences, tunables, templates, indicators."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel

from packages.domain.market_data.symbols import Market
from packages.domain.strategy.explain.speech import Language
from packages.domain.strategy.explain.strategy import Sentence
from packages.domain.strategy.indicators.indicator import Category
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
    def of(cls, problem: Problem) -> "ProblemOut":
        return cls.model_validate(problem.as_json())


class ValidationOut(BaseModel):
    """`stage` is the one that found problems; `content_hash` is that of the canonical document, when it is valid."""

    valid: bool
    stage: Stage | None
    problems: list[ProblemOut]
    content_hash: str | None

    @classmethod
    def of(cls, validation: Validation) -> "ValidationOut":
        strategy = validation.strategy
        return cls(
            valid=strategy is not None,
            stage=validation.stage,
            problems=[ProblemOut.of(problem) for problem in validation.problems],
            content_hash=strategy_hash(strategy) if strategy else None,
        )


class SentenceOut(BaseModel):
    """`topic` says what it is about: `universe`, `factor.ema_5`, `long.entry`, `long.exit.0` …"""

    topic: str
    text: str


class ExplanationOut(BaseModel):
    """A version in words."""

    version: int
    language: Language
    sentences: list[SentenceOut]

    @classmethod
    def of(cls, version: int, language: Language, told: Sequence[Sentence]) -> "ExplanationOut":
        sentences = [SentenceOut(topic=each.topic, text=each.text) for each in told]
        return cls(version=version, language=language, sentences=sentences)


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
    """A strategy to begin with."""

    family: Family
    holding_period: HoldingPeriod
    market: Market
    document: dict[str, Any]


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
