"""What the strategy tools tell of the book: lists, changes, differences, and numbers that could be others."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from packages.contracts.tool_results import ToolResult
from packages.core.messages import Language
from packages.domain.strategy.book import RevisionDiff
from packages.domain.strategy.ports import RevisionHead, StoredStrategy
from packages.domain.strategy.tunables import Tunable

MOST_OPERATIONS = 50
MOST_CHANGES = 60


class StrategyRow(BaseModel):
    """A saved strategy as it is listed."""

    strategy_id: str
    name: str
    version: int = Field(description="The newest version.")
    status: Literal["active", "archived"]
    updated_at: datetime

    @classmethod
    def of(cls, stored: StoredStrategy) -> "StrategyRow":
        return cls(
            strategy_id=stored.id,
            name=stored.name,
            version=stored.version,
            status="active" if stored.archived_at is None else "archived",
            updated_at=stored.updated_at,
        )


class StrategiesTold(ToolResult):
    """Newest first."""

    strategies: list[StrategyRow]
    next_before: str | None = Field(description="Send it as `before` for the next page; null on the last.")

    @classmethod
    def of(cls, found: Sequence[StoredStrategy], limit: int) -> "StrategiesTold":
        """Of one more than the limit, where there are more."""
        rows = [StrategyRow.of(each) for each in found[:limit]]
        return cls(strategies=rows, next_before=rows[-1].strategy_id if len(found) > limit else None)


class SavedTold(ToolResult):
    """What became of a change."""

    strategy_id: str
    version: int = Field(description="The newest version; expect this one in the next change.")
    name: str
    changed: bool = Field(description="False when the strategy said the same already, so that no version was added.")

    @classmethod
    def of(cls, saved: StoredStrategy, expected_version: int = 0) -> "SavedTold":
        changed = saved.version != expected_version
        return cls(strategy_id=saved.id, version=saved.version, name=saved.name, changed=changed)


class VersionRow(BaseModel):
    """A version as it is listed."""

    version: int
    content_hash: str
    created_at: datetime
    restores: int | None = Field(description="The old version that this one equals, after a rollback.")


class VersionsTold(ToolResult):
    """Newest first."""

    strategy_id: str
    versions: list[VersionRow]
    next_before: int | None = Field(description="Send it as `before` for the next page; null on the last.")

    @classmethod
    def of(cls, strategy_id: str, heads: Sequence[RevisionHead], limit: int) -> "VersionsTold":
        rows = [
            VersionRow(
                version=head.version, content_hash=head.content_hash, created_at=head.created_at, restores=head.restores
            )
            for head in heads[:limit]
        ]
        last = rows[-1].version if len(heads) > limit else None
        return cls(strategy_id=strategy_id, versions=rows, next_before=last)


class DiffTold(ToolResult):
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
    def of(cls, strategy_id: str, diff: RevisionDiff) -> "DiffTold":
        return cls(
            strategy_id=strategy_id,
            from_version=diff.before,
            to_version=diff.after,
            operation_count=len(diff.patch),
            patch=[dict(each) for each in diff.patch] if len(diff.patch) <= MOST_OPERATIONS else None,
            sentences={language: list(told[:MOST_CHANGES]) for language, told in diff.sentences.items()},
        )


class TunableTold(BaseModel):
    """A number of the strategy that could be another one."""

    pointer: str = Field(description="The path for patch_dsl, and the name of the parameter in sweeps.")
    kind: Literal["int", "float"]
    value: float
    minimum: float = Field(description="From here on it is worth trying; validation takes it.")
    maximum: float
    step: float

    @classmethod
    def of(cls, each: Tunable) -> "TunableTold":
        return cls(
            pointer=each.pointer,
            kind=each.kind,
            value=each.value,
            minimum=each.minimum,
            maximum=each.maximum,
            step=each.step,
        )


class TunablesTold(ToolResult):
    """The tunable numbers of one version, in the order of the dsl."""

    strategy_id: str
    version: int
    total: int
    tunables: list[TunableTold]
    next_offset: int | None = Field(description="Send it as `offset` for the next page; null on the last.")
