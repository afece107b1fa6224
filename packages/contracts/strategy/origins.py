"""What the clauses of a strategy stand on, as HTTP and the tools show it."""

import re
from collections.abc import Collection
from decimal import Decimal
from typing import Any, Self

from pydantic import Field

from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView
from packages.core.messages import Language, Message, message, render, word
from packages.domain.conversation.violations import clause_message
from packages.domain.evidence.units import price_text
from packages.domain.strategy.from_research.drafted import (
    ClaimKind,
    ClauseKind,
    ClauseOrigin,
    DraftedStrategy,
    ResearchClaim,
)
from packages.domain.strategy.from_research.refusals import NoStrategyFromVerdict
from packages.domain.strategy.from_research.service import StrategyOrigins
from packages.domain.strategy.model import Direction
from packages.domain.strategy.ports import StoredStrategy

LONGEST_CLAIM = 400
_TAG = re.compile(r"\s?\[[a-z_]+:E\d+\]")  # a person reads the figure, not the row's name


class ClaimOut(BaseView):
    """A claim of the research or a limit of the person; `holds` false: newer research no longer bears it out."""

    id: str
    kind: ClaimKind
    text: str
    holds: bool = True


class ClauseOut(BaseView):
    """Where in the dsl a clause is, and the claims it stands on; `holds` false: one of them no longer holds."""

    pointer: str
    kind: ClauseKind
    claim_ids: list[str]
    why: str
    holds: bool = True


class LeftOutOut(BaseView):
    """A claim that no rule says."""

    claim_id: str
    text: str
    why: str


class OriginsBody(BaseView):
    """The clauses with their claims, and what was left out."""

    clauses: list[ClauseOut]
    claims: list[ClaimOut]
    left_out: list[LeftOutOut]


class OriginsOut(OriginsBody):
    """`research_session_id` null: the strategy was not drafted from research. `newer_session_id`: the newer research on
    the instrument that the clauses were held against."""

    research_session_id: str | None = None
    newer_session_id: str | None = None

    @classmethod
    def of(cls, origins: StrategyOrigins | None, language: Language) -> Self:
        if origins is None:
            return cls(clauses=[], claims=[], left_out=[])
        drafted = origins.drafted
        return cls(
            research_session_id=drafted.session_id,
            newer_session_id=origins.newer_session_id,
            **origin_parts(drafted, language, origins.fallen, origins.fallen_claims),
        )


class OriginsView(ToolResult):
    """What the rules of a strategy stand on."""

    symbol: str = Field(description="The instrument that was researched; empty where nothing was.")
    research_session_id: str | None = Field(description="Null: the strategy was not drafted from research.")
    newer_session_id: str | None = Field(description="Newer research that the clauses were held against.")
    clauses: list[ClauseOut] = Field(description="Each clause that still says what was drafted, with its claims.")
    claims: list[ClaimOut] = Field(description="The claims by id, in the words of the research.")
    left_out: list[LeftOutOut] = Field(description="Claims that rules cannot say, and why.")

    @classmethod
    def of(cls, origins: StrategyOrigins | None, language: Language) -> Self:
        view = OriginsOut.of(origins, language)
        return cls.from_values(view, symbol="" if origins is None else origins.drafted.symbol)


class FromResearchOut(OriginsBody):
    """A strategy that was made from research and saved."""

    strategy_id: str
    version: int
    research_session_id: str
    direction: Direction
    dsl: dict[str, Any]

    @classmethod
    def of(cls, stored: StoredStrategy, drafted: DraftedStrategy, language: Language) -> Self:
        return cls(
            strategy_id=stored.id,
            version=stored.version,
            research_session_id=drafted.session_id,
            direction=drafted.direction,
            dsl=drafted.document,
            **origin_parts(drafted, language),
        )


class FromResearchView(ToolResult):
    """A draft from research, or why the verdict gives none."""

    drafted: bool
    why_not: str | None = Field(default=None, description="Why there is no entry to draft; only when not drafted.")
    strategy_draft_id: str | None = Field(default=None, description="For get_draft, upsert_dsl and cards.")
    research_session_id: str
    direction: Direction
    dsl: dict[str, object] | None = None
    clauses: list[ClauseOut] = Field(default_factory=list, description="Each clause with the claims it stands on.")
    claims: list[ClaimOut] = Field(default_factory=list, description="The claims by id, in the words of the research.")
    left_out: list[LeftOutOut] = Field(default_factory=list, description="Claims that rules cannot say, and why.")

    @classmethod
    def of(cls, draft_id: str, drafted: DraftedStrategy, language: Language) -> Self:
        return cls(
            drafted=True,
            strategy_draft_id=draft_id,
            research_session_id=drafted.session_id,
            direction=drafted.direction,
            dsl=dict(drafted.document),
            **origin_parts(drafted, language),
        )

    @classmethod
    def refused(cls, session_id: str, direction: Direction, refused: NoStrategyFromVerdict, language: Language) -> Self:
        why = render(refused.said, language)
        return cls(drafted=False, why_not=why, research_session_id=session_id, direction=direction)


def origin_parts(
    drafted: DraftedStrategy,
    language: Language,
    fallen: Collection[str] = (),
    fallen_claims: Collection[str] = (),
) -> dict[str, Any]:
    """The fields of an `OriginsBody`; a claim that only a clause which was changed since stood on is not shown."""
    used = {one for clause in drafted.clauses for one in clause.claim_ids}
    return {
        "clauses": [_clause(one, language, one.pointer not in fallen) for one in drafted.clauses],
        "claims": [
            ClaimOut(id=one.id, kind=one.kind, text=_text(one, language), holds=one.id not in fallen_claims)
            for one in drafted.claims
            if one.id in used
        ],
        "left_out": [
            LeftOutOut(
                claim_id=one.claim_id, text=_text(drafted.claim(one.claim_id), language), why=render(one.why, language)
            )
            for one in drafted.left_out
        ],
    }


def _clause(one: ClauseOrigin, language: Language, holds: bool) -> ClauseOut:
    why = render(one.why, language)
    return ClauseOut(pointer=one.pointer, kind=one.kind, claim_ids=list(one.claim_ids), why=why, holds=holds)


def _text(claim: ResearchClaim, language: Language) -> str:
    text = render(_said(claim), language)
    return text if len(text) <= LONGEST_CLAIM else f"{text[: LONGEST_CLAIM - 1]}…"


def _said(claim: ResearchClaim) -> Message:
    """Arguments and triggers stay in the words they were made in."""
    value = claim.value or 0.0
    match claim.kind:
        case ClaimKind.ACTION:
            return _claim("action", action=word("action", claim.text))
        case ClaimKind.PROBABILITY:
            return _claim("probability", share=f"{value:.0%}")
        case ClaimKind.STAKE:
            return _claim("stake", share=f"{value:.1%}")
        case ClaimKind.HORIZON:
            return _claim("horizon", days=f"{value:g}")
        case ClaimKind.LEVEL:
            return _claim(claim.id.partition(":")[2], price=price_text(Decimal(f"{value:.10g}")))
        case ClaimKind.LIMIT:
            return clause_message(claim.text)
        case _:
            return Message.verbatim(_TAG.sub("", claim.text))


def _claim(name: str, **params: object) -> Message:
    return message(f"strategy.from_research.claim.{name}", **params)
