"""A strategy that was drafted from research: its rules, what each of them stands on, and what could not be said."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from packages.core.messages import Message
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Direction

Side = Literal[1, -1]


class ClaimKind(StrEnum):
    """What is claimed, which decides when it no longer holds."""

    ACTION = "action"
    PROBABILITY = "probability"
    STAKE = "stake"
    HORIZON = "horizon"
    PRICE = "price"
    LEVEL = "level"
    RELATION = "relation"
    ARGUMENT = "argument"
    TRIGGER = "trigger"
    LIMIT = "limit"


class ClauseKind(StrEnum):
    """Which part of a strategy a clause is."""

    ENTRY = "entry"
    FILTER = "filter"
    FACTOR = "factor"
    LEVEL = "level"
    STOP = "stop"
    TARGET = "target"
    INVALIDATION = "invalidation"
    HORIZON = "horizon"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class ChartRelation:
    """How two of an expert's figures stand to each other. `value`: the number that the right one is held at; None: it
    moves with the chart."""

    expert: str
    left: str
    above: bool
    right: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class ResearchClaim:
    """A claim by its id within the session, in the words it was made in. `value`: its number, if it is one. `metrics`:
    the figures that an argument is about."""

    id: str
    kind: ClaimKind
    text: str
    value: float | None = None
    relation: ChartRelation | None = None
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseOrigin:
    """Where in the document a clause is, and which claims it stands on."""

    pointer: str
    kind: ClauseKind
    claim_ids: tuple[str, ...]
    why: Message


@dataclass(frozen=True, slots=True)
class UnsaidClaim:
    """A claim that no rule says, and why not."""

    claim_id: str
    why: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftedStrategy:
    """`claims`: all that clauses and `left_out` name. `price`: the close that the verdict was made at."""

    session_id: str
    symbol: str
    as_of: datetime
    direction: Direction
    price: float
    document: Document
    clauses: tuple[ClauseOrigin, ...]
    left_out: tuple[UnsaidClaim, ...]
    claims: tuple[ResearchClaim, ...]

    def claim(self, claim_id: str) -> ResearchClaim:
        return next(claim for claim in self.claims if claim.id == claim_id)

    @property
    def side(self) -> Side:
        return 1 if self.direction is Direction.LONG else -1
