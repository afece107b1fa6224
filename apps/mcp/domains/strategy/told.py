"""What the strategy tools tell of the rules of a strategy: checked, drafted, or saved as a version."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.drafts import StrategyDraft
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.json_tree import canonical_text
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code, Problem, Stage
from packages.domain.strategy.revisions import Revision, strategy_hash

LONGEST_DSL = 8_000
MOST_TICKERS = 20
MOST_SENTENCES = 40
LONGEST_SENTENCE = 300
MOST_PROBLEMS = 20


class ProblemTold(BaseModel):
    """One fault of a dsl."""

    stage: Stage = Field(description="A later stage starts when the earlier found nothing: parse, schema, semantic.")
    code: Code
    pointer: str = Field(description="RFC 6901 pointer to the place; empty when the whole dsl is meant.")
    expected: str
    found: str
    suggestion: str

    @classmethod
    def of(cls, problem: Problem) -> "ProblemTold":
        return cls.model_validate(problem.as_json())


class RulesTold(BaseModel):
    """A strategy's rules, apart from where it is kept."""

    name: str
    market: Market
    tickers: list[str] = Field(description=f"The first {MOST_TICKERS} of ticker_count.")
    ticker_count: int
    timeframe: Timeframe
    content_hash: str = Field(description="The same for every spelling of the same rules.")
    warm_up_bars: int = Field(description="Bars of the timeframe that it wants to see before it may trade.")

    @classmethod
    def of(cls, strategy: Strategy, catalogue: Catalogue) -> "RulesTold":
        from packages.domain.backtest.jobs.warm_up import warm_up_bars  # brings numpy along

        tickers = strategy.universe.tickers
        return cls(
            name=strategy.name,
            market=strategy.universe.market,
            tickers=list(tickers[:MOST_TICKERS]),
            ticker_count=len(tickers),
            timeframe=strategy.timeframe,
            content_hash=strategy_hash(strategy),
            warm_up_bars=warm_up_bars(strategy, catalogue),
        )


class ValidationTold(ToolResult):
    """Whether a dsl is a strategy: problems, or what it says and the draft it is kept as."""

    valid: bool
    problems: list[ProblemTold] = Field(description=f"The first {MOST_PROBLEMS} of problem_count; none when valid.")
    problem_count: int
    strategy_draft_id: str | None = Field(default=None, description="For upsert_dsl and cards; only when valid.")
    rules: RulesTold | None = None
    sentences: dict[Language, list[str]] = Field(default_factory=dict, description="The rules in words, by language.")

    @classmethod
    def refused(cls, problems: Sequence[Problem]) -> "ValidationTold":
        told = [ProblemTold.of(each) for each in problems[:MOST_PROBLEMS]]
        return cls(valid=False, problems=told, problem_count=len(problems))

    @classmethod
    def accepted(cls, strategy: Strategy, catalogue: Catalogue, draft_id: str) -> "ValidationTold":
        return cls(
            valid=True,
            problems=[],
            problem_count=0,
            strategy_draft_id=draft_id,
            rules=RulesTold.of(strategy, catalogue),
            sentences={each: sentences(strategy, catalogue, each) for each in Language},
        )


class DslTold(ToolResult):
    """A strategy in full."""

    rules: RulesTold
    dsl: dict[str, object] | None = Field(
        description=f"The canonical document; null when it is longer than {LONGEST_DSL} characters: then it is behind "
        "`more`."
    )
    sentences: list[str] = Field(description=f"The rules in words; the first {MOST_SENTENCES}.")


class VersionTold(DslTold):
    """One version of a saved strategy."""

    strategy_id: str
    version: int
    restores: int | None = Field(description="The old version that this one equals, after a rollback.")
    created_at: datetime

    @classmethod
    def of(cls, strategy_id: str, revision: Revision, catalogue: Catalogue, language: Language) -> "VersionTold":
        address = f"parley://strategy/{strategy_id}/version/{revision.version}"
        dsl, more = _dsl(revision.strategy, address)
        return cls(
            strategy_id=strategy_id,
            version=revision.version,
            restores=revision.restores,
            created_at=revision.created_at,
            rules=RulesTold.of(revision.strategy, catalogue),
            dsl=dsl,
            sentences=sentences(revision.strategy, catalogue, language),
            more=more,
        )


class DraftTold(DslTold):
    """A valid strategy that was not saved yet."""

    strategy_draft_id: str
    created_at: datetime

    @classmethod
    def of(cls, draft: StrategyDraft, catalogue: Catalogue, language: Language) -> "DraftTold":
        dsl, more = _dsl(draft.strategy, f"parley://strategy/draft/{draft.id}")
        return cls(
            strategy_draft_id=draft.id,
            created_at=draft.created_at,
            rules=RulesTold.of(draft.strategy, catalogue),
            dsl=dsl,
            sentences=sentences(draft.strategy, catalogue, language),
            more=more,
        )


def sentences(strategy: Strategy, catalogue: Catalogue, language: Language) -> list[str]:
    told = (each.text for each in explain(strategy, catalogue, language)[:MOST_SENTENCES])
    return [text if len(text) <= LONGEST_SENTENCE else f"{text[:LONGEST_SENTENCE]}…" for text in told]


def _dsl(strategy: Strategy, address: str) -> tuple[dict[str, object] | None, list[ResourceRef]]:
    document = document_of(strategy)
    if len(canonical_text(document)) <= LONGEST_DSL:
        return dict(document), []
    return None, [ResourceRef(uri=address, name="The whole dsl as JSON")]
