"""A drafted strategy as it is stored, and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from packages.core.messages import Message
from packages.domain.strategy.from_research.drafted import (
    ChartRelation,
    ClaimKind,
    ClauseKind,
    ClauseOrigin,
    DraftedStrategy,
    ResearchClaim,
    UnsaidClaim,
)
from packages.domain.strategy.model import Direction


def stored_text(drafted: DraftedStrategy) -> str:
    return json.dumps(
        {
            "session_id": drafted.session_id,
            "symbol": drafted.symbol,
            "as_of": drafted.as_of.isoformat(),
            "direction": drafted.direction.value,
            "price": drafted.price,
            "document": drafted.document,
            "clauses": [
                {"pointer": one.pointer, "kind": one.kind, "claim_ids": one.claim_ids, "why": one.why.as_json()}
                for one in drafted.clauses
            ],
            "left_out": [{"claim_id": one.claim_id, "why": one.why.as_json()} for one in drafted.left_out],
            "claims": [asdict(one) for one in drafted.claims],
        },
        ensure_ascii=False,
        sort_keys=True,
    )


def read_text(text: str) -> DraftedStrategy:
    raw = json.loads(text)
    return DraftedStrategy(
        session_id=raw["session_id"],
        symbol=raw["symbol"],
        as_of=datetime.fromisoformat(raw["as_of"]),
        direction=Direction(raw["direction"]),
        price=raw["price"],
        document=raw["document"],
        clauses=tuple(_clause(one) for one in raw["clauses"]),
        left_out=tuple(UnsaidClaim(one["claim_id"], Message.from_json(one["why"])) for one in raw["left_out"]),
        claims=tuple(_claim(one) for one in raw["claims"]),
    )


def _clause(raw: Mapping[str, Any]) -> ClauseOrigin:
    why = Message.from_json(raw["why"])
    return ClauseOrigin(raw["pointer"], ClauseKind(raw["kind"]), tuple(raw["claim_ids"]), why)


def _claim(raw: Mapping[str, Any]) -> ResearchClaim:
    relation = ChartRelation(**raw["relation"]) if raw["relation"] else None
    kind, metrics = ClaimKind(raw["kind"]), tuple(raw["metrics"])
    return ResearchClaim(raw["id"], kind, raw["text"], raw["value"], relation, metrics)
