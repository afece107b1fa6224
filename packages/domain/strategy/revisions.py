"""The history of a strategy: revisions that never change, one after another."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.errors import StaleVersion, UnknownRevision
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.json_tree import Document, Json, content_hash
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.schema.grammar import DSL_VERSION
from packages.domain.strategy.validate import Validator


@dataclass(frozen=True, slots=True)
class Revision:
    """A strategy as it was from `created_at` on; `restores` names the version that a rollback went back to."""

    version: int
    strategy: Strategy
    content_hash: str
    created_at: datetime
    restores: int | None = None

    @property
    def document(self) -> Document:
        """The canonical document, a fresh one each time."""
        return document_of(self.strategy)


@dataclass(frozen=True, slots=True)
class History:
    """All revisions of a strategy, oldest first, numbered from 1 without gaps."""

    revisions: tuple[Revision, ...]

    @property
    def current(self) -> Revision:
        return self.revisions[-1]

    def at(self, version: int) -> Revision:
        if not 1 <= version <= len(self.revisions):
            raise UnknownRevision("strategy.unknown_version", wanted=version, newest=len(self.revisions))
        return self.revisions[version - 1]

    def revised(self, strategy: Strategy, expected_version: int, now: datetime) -> "History":
        """With another strategy on top; one that says the same adds no revision."""
        self._expect(expected_version)
        return self._with(strategy, now)

    def patched(self, patch: object, expected_version: int, validator: Validator, now: datetime) -> "History":
        """With a patch applied to the current revision, if the result is valid; otherwise nothing changes."""
        self._expect(expected_version)
        document = apply_patch(self.current.document, patch)
        return self._with(validator.document(document).require(), now)

    def _expect(self, version: int) -> None:
        if version != self.current.version:
            raise StaleVersion(version, self.current.version)

    def _with(self, strategy: Strategy, now: datetime) -> "History":
        revision = _revision(self.current.version + 1, strategy, now)
        if revision.content_hash == self.current.content_hash:
            return self
        return History((*self.revisions, revision))


def first_revision(strategy: Strategy, now: datetime) -> History:
    return History((_revision(1, strategy, now),))


def strategy_hash(strategy: Strategy) -> str:
    """The hash of the canonical document: what a deployment pins and a job is keyed by."""
    return content_hash(document_of(strategy))


def rules_hash(strategy: Strategy, *, anywhere: bool = False) -> str:
    """The same for a copy under another name, of the strategy or of its factors; with `anywhere`, also for the same
    rules on other instruments."""
    return document_rules_hash(document_of(strategy), anywhere=anywhere)


def document_rules_hash(document: Mapping[str, Json], *, anywhere: bool = False) -> str:
    """As `rules_hash`, of a canonical document."""
    named = document["factors"]
    factors = {name: content_hash(factor) for name, factor in named.items()} if isinstance(named, dict) else {}
    unsaid = ("strategy", "factors", "universe") if anywhere else ("strategy", "factors")
    # The same rules are the same trial under either version, and those of 1.0.0 keep the hash that they have.
    said = {**document, "dsl_version": DSL_VERSION}
    return content_hash({name: _spelled_out(value, factors) for name, value in said.items() if name not in unsaid})


def _spelled_out(part: Json, factors: Mapping[str, str]) -> Json:
    """With the content of a factor wherever its name stands."""
    if isinstance(part, list):
        return [_spelled_out(each, factors) for each in part]
    if not isinstance(part, dict):
        return part
    spelled = {name: _spelled_out(value, factors) for name, value in part.items()}
    if isinstance(ref := part.get("ref"), str) and (name := ref.partition(".")[0]) in factors:
        spelled["ref"] = ref.replace(name, factors[name], 1)
    return spelled


def stored_revision(version: int, document: Document, created_at: datetime, restores: int | None = None) -> Revision:
    """A revision out of a store; the document was valid when it was written, so it is not judged again."""
    return _revision(version, build(document), created_at, restores)


def _revision(version: int, strategy: Strategy, now: datetime, restores: int | None = None) -> Revision:
    return Revision(version, strategy, strategy_hash(strategy), now, restores)
