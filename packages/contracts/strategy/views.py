"""Stored strategies and their versions as HTTP shows them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from packages.contracts.view import BaseView
from packages.core.messages import Language
from packages.domain.strategy.book import RevisionDiff
from packages.domain.strategy.ports import RevisionHead, StoredStrategy
from packages.domain.strategy.revisions import Revision


class StrategyOut(BaseView):
    """A strategy as it is listed; `archived_at` is set when it was deleted."""

    strategy_id: str
    name: str
    lineage_id: str
    version: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None

    @classmethod
    def of(cls, stored: StoredStrategy) -> Self:
        return cls.from_values(stored, strategy_id=stored.id)


class ListedStrategyOut(StrategyOut):
    """With what its newest version trades, to tell it from others of its name."""

    tickers: list[str]
    timeframe: str


class StrategyPage(BaseView):
    """Newest first; `next` is what to send as `before` for the page behind, null on the last."""

    strategies: list[ListedStrategyOut]
    next: str | None

    @classmethod
    def of(cls, strategies: Sequence[StoredStrategy], newest: Sequence[Revision], more: bool) -> Self:
        """`newest` holds the newest revision of each; `more` says whether there is a page behind."""
        shown = [
            ListedStrategyOut.from_values(
                *(StrategyOut.of(stored), revision.strategy),
                tickers=list(revision.strategy.universe.names),
            )
            for stored, revision in zip(strategies, newest, strict=True)
        ]
        return cls(strategies=shown, next=shown[-1].strategy_id if more else None)


class RevisionOut(BaseView):
    """A version as it is listed; `restores` names the version that a rollback went back to."""

    version: int
    content_hash: str
    created_at: datetime
    restores: int | None


class RevisionPage(BaseView):
    """Newest first; `next` is what to send as `before` for the page behind, null on the last."""

    versions: list[RevisionOut]
    next: int | None

    @classmethod
    def of(cls, heads: Sequence[RevisionHead], limit: int) -> Self:
        shown = [RevisionOut.from_values(head) for head in heads[:limit]]
        return cls(versions=shown, next=shown[-1].version if len(heads) > limit else None)


class RevisionDetail(RevisionOut):
    """A version with its canonical document."""

    document: dict[str, Any]


class StrategyDetail(StrategyOut):
    """A strategy with its newest document; `trials` counts everything that was tried in its lineage."""

    content_hash: str
    document: dict[str, Any]
    trials: int

    @classmethod
    def with_revision(cls, stored: StoredStrategy, revision: Revision, trials: int) -> Self:
        return cls.from_values(StrategyOut.of(stored), revision, trials=trials)


class RuleChangeOut(BaseView):
    """A rule that is new (`before` null), gone (`after` null) or worded otherwise."""

    before: str | None
    after: str | None


class DiffOut(BaseView):
    """What makes one version into another: an RFC 6902 patch, the rules that changed, and both as sentences, by
    language."""

    from_version: int
    to_version: int
    patch: list[dict[str, Any]]
    changes: dict[Language, list[RuleChangeOut]]
    sentences: dict[Language, list[str]]

    @classmethod
    def of(cls, diff: RevisionDiff) -> Self:
        return cls.from_values(diff, from_version=diff.before, to_version=diff.after)
