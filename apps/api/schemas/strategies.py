"""What the routes of stored strategies take and tell."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator

from apps.api.schemas.requests import Request
from packages.core.messages import Language
from packages.domain.strategy.book import RevisionDiff, StrategyText
from packages.domain.strategy.ports import RevisionHead, StoredStrategy
from packages.domain.strategy.revisions import Revision

Version = Annotated[int, Field(ge=1, le=2**31 - 1)]


class StrategyIn(Request):
    """A strategy as a `document`, or as a `text` in JSON or YAML; exactly one of them."""

    document: Annotated[Any, Field(description="The strategy as JSON.")] = None
    text: Annotated[str | None, Field(description="The strategy as it was typed.")] = None
    format: Annotated[Literal["json", "yaml"] | None, Field(description="Of the text; guessed without it.")] = None

    @model_validator(mode="after")
    def _one_source(self) -> "StrategyIn":
        if (self.document is None) is (self.text is None):
            raise ValueError("send the strategy as `document` or as `text`")
        return self

    @property
    def source(self) -> object:
        return self.document if self.text is None else StrategyText(self.text, self.format)


class NewStrategyIn(StrategyIn):
    """`name` replaces the one in the document."""

    name: str | None = None


class ReplaceIn(StrategyIn):
    """The next version as a whole, made from `expected_version`."""

    expected_version: Version


class PatchIn(Request):
    """RFC 6902 operations on `expected_version`: all of them take effect, or none."""

    expected_version: Version
    ops: Annotated[Any, Field(description="A list of operations: {op, path, value | from}.")]


class RollbackIn(Request):
    """Which old version the next one shall equal."""

    version: Version
    expected_version: Version


class ForkIn(Request):
    """The newest version unless one is named."""

    version: Version | None = None
    name: str | None = None


class StrategyOut(BaseModel):
    """A strategy as it is listed; `archived_at` is set when it was deleted."""

    strategy_id: str
    name: str
    lineage_id: str
    version: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None

    @classmethod
    def of(cls, stored: StoredStrategy) -> "StrategyOut":
        return cls(
            strategy_id=stored.id,
            name=stored.name,
            lineage_id=stored.lineage_id,
            version=stored.version,
            created_at=stored.created_at,
            updated_at=stored.updated_at,
            archived_at=stored.archived_at,
        )


class StrategyPage(BaseModel):
    """Newest first; `next` is what to send as `before` for the page behind, null on the last."""

    strategies: list[StrategyOut]
    next: str | None

    @classmethod
    def of(cls, strategies: Sequence[StoredStrategy], limit: int) -> "StrategyPage":
        """Of one more than the limit, where there are more."""
        shown = strategies[:limit]
        return cls(
            strategies=[StrategyOut.of(each) for each in shown],
            next=shown[-1].id if len(strategies) > limit else None,
        )


class RevisionOut(BaseModel):
    """A version as it is listed; `restores` names the version that a rollback went back to."""

    version: int
    content_hash: str
    created_at: datetime
    restores: int | None

    @classmethod
    def of(cls, head: RevisionHead) -> "RevisionOut":
        return cls(
            version=head.version, content_hash=head.content_hash, created_at=head.created_at, restores=head.restores
        )


class RevisionPage(BaseModel):
    """Newest first; `next` is what to send as `before` for the page behind, null on the last."""

    versions: list[RevisionOut]
    next: int | None

    @classmethod
    def of(cls, heads: Sequence[RevisionHead], limit: int) -> "RevisionPage":
        shown = heads[:limit]
        return cls(
            versions=[RevisionOut.of(head) for head in shown], next=shown[-1].version if len(heads) > limit else None
        )


class RevisionDetail(RevisionOut):
    """A version with its canonical document."""

    document: dict[str, Any]

    @classmethod
    def told(cls, revision: Revision) -> "RevisionDetail":
        return cls(
            version=revision.version,
            content_hash=revision.content_hash,
            created_at=revision.created_at,
            restores=revision.restores,
            document=revision.document,
        )


class StrategyDetail(StrategyOut):
    """A strategy with its newest document; `trials` counts everything that was tried in its lineage."""

    content_hash: str
    document: dict[str, Any]
    trials: int

    @classmethod
    def told(cls, stored: StoredStrategy, revision: Revision, trials: int) -> "StrategyDetail":
        head = StrategyOut.of(stored).model_dump()
        return cls(**head, content_hash=revision.content_hash, document=revision.document, trials=trials)


class DiffOut(BaseModel):
    """What makes one version into another: an RFC 6902 patch, and sentences by language."""

    from_version: int
    to_version: int
    patch: list[dict[str, Any]]
    sentences: dict[Language, list[str]]

    @classmethod
    def of(cls, diff: RevisionDiff) -> "DiffOut":
        sentences = {language: list(told) for language, told in diff.sentences.items()}
        return cls(from_version=diff.before, to_version=diff.after, patch=list(diff.patch), sentences=sentences)
