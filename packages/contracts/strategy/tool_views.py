"""Strategies as the tools show them: checked, drafted or saved, with their versions and their tunable numbers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Self

from pydantic import Field

from packages.contracts.strategy.language import ProblemOut, TunableOut
from packages.contracts.strategy.views import RevisionOut
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.contracts.view import BaseView
from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import RevisionDiff, StrategyDraft
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.json_tree import canonical_text
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.ports import RevisionHead, StoredStrategy
from packages.domain.strategy.problems import Problem, Stage
from packages.domain.strategy.revisions import Revision, strategy_hash

LONGEST_DSL = 8_000
MOST_TICKERS = 20
MOST_SENTENCES = 40
LONGEST_SENTENCE = 300
MOST_PROBLEMS = 20
MOST_OPERATIONS = 50
MOST_CHANGES = 60


class ProblemView(ProblemOut):
    """One fault of a dsl."""

    stage: Stage = Field(description="A later stage starts when the earlier found nothing: parse, schema, semantic.")
    pointer: str = Field(description="RFC 6901 pointer to the place; empty when the whole dsl is meant.")


class RulesView(BaseView):
    """A strategy's rules, apart from where it is kept."""

    name: str
    market: Market
    tickers: list[str] = Field(description=f"The first {MOST_TICKERS} of ticker_count.")
    ticker_count: int
    timeframe: Timeframe
    content_hash: str = Field(description="The same for every spelling of the same rules.")
    warm_up_bars: int = Field(description="Bars of the timeframe that it wants to see before it may trade.")

    @classmethod
    def of(cls, strategy: Strategy, catalogue: Catalogue) -> Self:
        from packages.domain.backtest.jobs.warm_up import warm_up_bars  # brings numpy along

        tickers = strategy.universe.tickers
        return cls.from_values(
            *(strategy, strategy.universe),
            tickers=tickers[:MOST_TICKERS],
            ticker_count=len(tickers),
            content_hash=strategy_hash(strategy),
            warm_up_bars=warm_up_bars(strategy, catalogue),
        )


class ValidationView(ToolResult):
    """Whether a dsl is a strategy: problems, or what it says and the draft it is kept as."""

    valid: bool
    problems: list[ProblemView] = Field(description=f"The first {MOST_PROBLEMS} of problem_count; none when valid.")
    problem_count: int
    strategy_draft_id: str | None = Field(default=None, description="For upsert_dsl and cards; only when valid.")
    rules: RulesView | None = None
    sentences: dict[Language, list[str]] = Field(default_factory=dict, description="The rules in words, by language.")

    @classmethod
    def refused(cls, problems: Sequence[Problem]) -> Self:
        shown = [ProblemView.of(each) for each in problems[:MOST_PROBLEMS]]
        return cls(valid=False, problems=shown, problem_count=len(problems))

    @classmethod
    def accepted(cls, strategy: Strategy, catalogue: Catalogue, draft_id: str) -> Self:
        return cls(
            valid=True,
            problems=[],
            problem_count=0,
            strategy_draft_id=draft_id,
            rules=RulesView.of(strategy, catalogue),
            sentences={each: sentences_of(strategy, catalogue, each) for each in Language},
        )


class DslView(ToolResult):
    """A strategy in full."""

    rules: RulesView
    dsl: dict[str, object] | None = Field(
        description=f"The canonical document; null when it is longer than {LONGEST_DSL} characters: then it is behind "
        "`more`."
    )
    sentences: list[str] = Field(description=f"The rules in words; the first {MOST_SENTENCES}.")

    @classmethod
    def _whole(
        cls, address: str, strategy: Strategy, catalogue: Catalogue, language: Language, kept: object, **given: str
    ) -> Self:
        document = document_of(strategy)
        is_long = len(canonical_text(document)) > LONGEST_DSL
        return cls.from_values(
            kept,
            rules=RulesView.of(strategy, catalogue),
            dsl=None if is_long else dict(document),
            sentences=sentences_of(strategy, catalogue, language),
            more=[ResourceRef(uri=address, name="The whole dsl as JSON")] if is_long else [],
            **given,
        )


class VersionView(DslView):
    """One version of a saved strategy."""

    strategy_id: str
    version: int
    restores: int | None = Field(description="The old version that this one equals, after a rollback.")
    created_at: datetime

    @classmethod
    def of(cls, strategy_id: str, revision: Revision, catalogue: Catalogue, language: Language) -> Self:
        address = f"parley://strategy/{strategy_id}/version/{revision.version}"
        return cls._whole(address, revision.strategy, catalogue, language, revision, strategy_id=strategy_id)


class DraftView(DslView):
    """A valid strategy that was not saved yet."""

    strategy_draft_id: str
    created_at: datetime

    @classmethod
    def of(cls, draft: StrategyDraft, catalogue: Catalogue, language: Language) -> Self:
        address = f"parley://strategy/draft/{draft.id}"
        return cls._whole(address, draft.strategy, catalogue, language, draft, strategy_draft_id=draft.id)


class StrategyRowView(BaseView):
    """A saved strategy as it is listed."""

    strategy_id: str
    name: str
    version: int = Field(description="The newest version.")
    status: Literal["active", "archived"]
    updated_at: datetime

    @classmethod
    def of(cls, stored: StoredStrategy) -> Self:
        status = "active" if stored.archived_at is None else "archived"
        return cls.from_values(stored, strategy_id=stored.id, status=status)


class StrategiesView(ToolResult):
    """Newest first."""

    strategies: list[StrategyRowView]
    next_before: str | None = Field(description="Send it as `before` for the next page; null on the last.")

    @classmethod
    def of(cls, found: Sequence[StoredStrategy], limit: int) -> Self:
        """Of one more than the limit, where there are more."""
        rows = [StrategyRowView.of(each) for each in found[:limit]]
        return cls(strategies=rows, next_before=rows[-1].strategy_id if len(found) > limit else None)


class SavedView(ToolResult):
    """What became of a change."""

    strategy_id: str
    version: int = Field(description="The newest version; expect this one in the next change.")
    name: str
    changed: bool = Field(description="False when the strategy said the same already, so that no version was added.")

    @classmethod
    def of(cls, saved: StoredStrategy, expected_version: int = 0) -> Self:
        return cls.from_values(saved, strategy_id=saved.id, changed=saved.version != expected_version)


class VersionRowView(RevisionOut):
    """A version as it is listed."""

    restores: int | None = Field(description="The old version that this one equals, after a rollback.")


class VersionsView(ToolResult):
    """Newest first."""

    strategy_id: str
    versions: list[VersionRowView]
    next_before: int | None = Field(description="Send it as `before` for the next page; null on the last.")

    @classmethod
    def of(cls, strategy_id: str, heads: Sequence[RevisionHead], limit: int) -> Self:
        rows = [VersionRowView.from_values(head) for head in heads[:limit]]
        last = rows[-1].version if len(heads) > limit else None
        return cls(strategy_id=strategy_id, versions=rows, next_before=last)


class DiffView(ToolResult):
    """What makes one version into another."""

    strategy_id: str
    from_version: int
    to_version: int
    operation_count: int
    patch: list[dict[str, object]] | None = Field(
        description=f"RFC 6902 operations; null when there are more than {MOST_OPERATIONS}: then read both versions."
    )
    sentences: dict[Language, list[str]] = Field(description="What changed, in words, by language.")

    @classmethod
    def of(cls, strategy_id: str, diff: RevisionDiff) -> Self:
        return cls(
            strategy_id=strategy_id,
            from_version=diff.before,
            to_version=diff.after,
            operation_count=len(diff.patch),
            patch=[dict(each) for each in diff.patch] if len(diff.patch) <= MOST_OPERATIONS else None,
            sentences={language: list(texts[:MOST_CHANGES]) for language, texts in diff.sentences.items()},
        )


class TunableView(TunableOut):
    """A number of the strategy that could be another one."""

    pointer: str = Field(description="The path for patch_dsl, and the name of the parameter in sweeps.")
    value: float
    minimum: float = Field(description="From here on it is worth trying; validation takes it.")
    maximum: float
    step: float


class TunablesView(ToolResult):
    """The tunable numbers of one version, in the order of the dsl."""

    strategy_id: str
    version: int
    total: int
    tunables: list[TunableView]
    next_offset: int | None = Field(description="Send it as `offset` for the next page; null on the last.")


def sentences_of(strategy: Strategy, catalogue: Catalogue, language: Language) -> list[str]:
    texts = (each.text for each in explain(strategy, catalogue, language)[:MOST_SENTENCES])
    return [text if len(text) <= LONGEST_SENTENCE else f"{text[:LONGEST_SENTENCE]}…" for text in texts]
